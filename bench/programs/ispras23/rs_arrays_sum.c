// Reaches the error if the first three elements add up.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3)
        return 0;
    int *a = calloc(n, sizeof(int));
    if (!a)
        return 1;
    for (unsigned i = 0; i < n && i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    if (a[0] + a[1] == a[2] && a[0] > 1000)
        reach_error();
    return 2;
}
