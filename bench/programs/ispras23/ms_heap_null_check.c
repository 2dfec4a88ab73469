// One of two pointers is not checked.
#include "verifier.h"

struct box { int value; struct box *inner; };
int main(void) {
    struct box *b = __VERIFIER_nondet_pointer();
    if (!b)
        return 0;
    if (b->value > 10)
        return b->inner->value;
    return 1;
}
