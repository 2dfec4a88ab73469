// Uses a block after freeing it for one command.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 8)
        return 0;
    int *p = malloc(n);
    if (!p)
        return 1;
    p[0] = 1;
    if (__VERIFIER_nondet_int() == 42)
        free(p);
    return p[1];
}
