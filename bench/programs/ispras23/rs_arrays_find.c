// Finds a value behind the third element.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 6)
        return 0;
    char *a = malloc(n);
    if (!a)
        return 1;
    for (unsigned i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_char();
    for (unsigned i = 0; i < n; i++)
        if (a[i] == 'x') {
            if (i > 3)
                reach_error();
            return 2;
        }
    return 3;
}
