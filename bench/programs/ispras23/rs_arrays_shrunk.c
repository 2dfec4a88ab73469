// The size is computed in a narrower type.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char *a = malloc((unsigned short)n);
    if (!a)
        return 0;
    if (n > 65536 && (unsigned short)n == 9)
        reach_error();
    return 1;
}
