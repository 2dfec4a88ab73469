// Frees the middle of a block of some sizes.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (!p)
        return 0;
    if (n > 20)
        p += n % 7;
    free(p);
    return 1;
}
