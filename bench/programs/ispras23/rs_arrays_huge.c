// Reaches the error for a size above a million only.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *s = malloc(n);
    if (!s)
        return 0;
    if (n > 1000000) {
        s[n - 1] = 1;
        reach_error();
    }
    return 1;
}
