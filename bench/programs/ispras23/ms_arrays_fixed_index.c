// Needs five elements and checks for four.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4)
        return 0;
    long *a = malloc(n * sizeof(long));
    if (!a)
        return 1;
    a[4] = 5;
    return 2;
}
