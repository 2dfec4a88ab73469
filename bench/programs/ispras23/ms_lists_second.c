// The second element is used without a check.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    if (!l)
        return 0;
    return l->next->value;
}
