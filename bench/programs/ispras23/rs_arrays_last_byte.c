// The paper's listing 6 with a smaller number.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    unsigned char *s = malloc(n);
    if (!s)
        return 1;
    for (unsigned i = 0; i < n; i++)
        s[i] = i % 256;
    if (s[n - 1] == 15)
        reach_error();
    return 2;
}
