// Copies one element too many when the lengths are equal.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n == 0 || m == 0)
        return 0;
    int *from = malloc(n * sizeof(int)), *to = malloc(m * sizeof(int));
    if (!from || !to)
        return 0;
    from[0] = 7;
    if (n > m)
        return 1;
    to[n] = from[0];
    return 2;
}
