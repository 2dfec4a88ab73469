// What calloc gives is zero wherever one looks: the error is not reachable.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    char *a = calloc(n, 1);
    if (!a || i >= n)
        return 0;
    if (a[i] != 0)
        reach_error();
    return 1;
}
