// A string that leaves no room for its terminator.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    char *s = malloc(n);
    if (!s)
        return 1;
    unsigned i = 0;
    while (i < n && i < 3)
        s[i++] = 'a';
    s[i] = 0;
    return 2;
}
