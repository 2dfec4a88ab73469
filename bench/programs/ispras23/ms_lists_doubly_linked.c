// Unlinks an element of a doubly linked list; the neighbours may be missing.
#include "verifier.h"

struct node { struct node *previous, *next; };
int main(void) {
    struct node *e = __VERIFIER_nondet_pointer();
    if (!e)
        return 0;
    e->next->previous = e->previous;
    if (e->previous)
        e->previous->next = e->next;
    return 1;
}
