// Two indices may be the same.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    char *a = malloc(n);
    if (!a || i >= n || j >= n)
        return 0;
    a[i] = 1;
    a[j] = 2;
    if (a[i] != 1)
        reach_error();
    return 1;
}
