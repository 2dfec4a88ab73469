// Copies a string into a block that may be too short.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n == 0 || n > 4 || m == 0 || m > 4)
        return 0;
    char *from = calloc(n, 1), *to = malloc(m);
    if (!from || !to)
        return 1;
    for (unsigned i = 0; i + 1 < n; i++)
        from[i] = __VERIFIER_nondet_char();
    unsigned i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return 2;
}
