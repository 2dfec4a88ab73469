// Inserts into a sorted list and forgets its end.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    int value = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        if (!l)
            return 0;
        if (l->next->value >= value)
            return 1;
        l = l->next;
    }
    return 2;
}
