// Removes an element and uses it afterwards.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    if (!l || !l->next || l->next == l)
        return 0;
    struct node *second = l->next;
    l->next = second->next;
    free(second);
    if (l->value == 5)
        return second->value;
    return 1;
}
