// Looks for a terminator that may be missing.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 6)
        return 0;
    char *s = malloc(n);
    if (!s)
        return 1;
    for (unsigned i = 0; i < n; i++)
        s[i] = __VERIFIER_nondet_char();
    unsigned i = 0;
    while (s[i])
        i++;
    return 2;
}
