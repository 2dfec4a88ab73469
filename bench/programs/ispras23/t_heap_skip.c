// Walks an array in steps that it contains itself.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 5)
        return 0;
    unsigned char *step = malloc(n);
    if (!step)
        return 1;
    for (unsigned i = 0; i < n; i++)
        step[i] = __VERIFIER_nondet_uchar();
    unsigned at = 0;
    while (at < n)
        at += step[at] ? step[at] : 1;
    return at == n;
}
