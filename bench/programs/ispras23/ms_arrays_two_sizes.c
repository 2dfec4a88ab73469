// The second array is as long as the first minus ten, which may wrap around.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 100000)
        return 0;
    char *a = malloc(n), *b = malloc(n - 10);
    if (!a || !b)
        return 0;
    if (n > 10)
        b[n - 11] = 1;
    if (n > 5)
        b[0] = 1;
    return 1;
}
