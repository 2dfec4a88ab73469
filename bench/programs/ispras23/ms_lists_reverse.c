// Reversing up to three elements.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer(), *done = 0;
    for (int i = 0; i < 3 && l; i++) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done != 0;
}
