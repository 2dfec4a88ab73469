// Walks a list for as long as values grow.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    int steps = 0;
    while (l && l->next && l->next->value > l->value && steps < 4) {
        l = l->next;
        steps++;
    }
    return steps;
}
