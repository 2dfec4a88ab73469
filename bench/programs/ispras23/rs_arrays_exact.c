// Reaches the error for one size.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *a = malloc(n);
    if (!a)
        return 0;
    if (n * 3 == 123456)
        reach_error();
    return 1;
}
