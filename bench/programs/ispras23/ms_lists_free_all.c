// Freeing a list of up to three; a cycle makes it fail.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    for (int i = 0; i < 3 && l; i++) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
