// Swapping ends of an array of unknown size keeps them: the error is not reachable.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 100000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 1;
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    a[0] = x;
    a[n - 1] = y;
    int t = a[0];
    a[0] = a[n - 1];
    a[n - 1] = t;
    if (a[0] != y || a[n - 1] != x)
        reach_error();
    return 2;
}
