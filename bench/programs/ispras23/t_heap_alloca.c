// A stack block of unknown size that is filled.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 10)
        return 0;
    char *s = __builtin_alloca(n);
    for (unsigned i = 0; i < n; i++)
        s[i] = 1;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += s[i];
    return sum == n;
}
