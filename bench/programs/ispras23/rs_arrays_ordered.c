// An ordered pair of sizes.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    char *a = malloc(n), *b = malloc(m);
    if (!a || !b)
        return 0;
    if (n < m) {
        b[n] = 1;
        if (m - n == 5000)
            reach_error();
    }
    return 1;
}
