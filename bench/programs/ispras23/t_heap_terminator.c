// Looks for a terminator in a string of unknown length.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 8)
        return 0;
    char *s = malloc(n);
    if (!s)
        return 1;
    for (unsigned i = 0; i < n; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
    unsigned i = 0;
    while (s[i])
        i++;
    return i == n - 1;
}
