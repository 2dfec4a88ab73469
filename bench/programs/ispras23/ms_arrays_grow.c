// Grows an array and writes past what it grew to.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 10000)
        return 0;
    char *a = malloc(n);
    if (!a)
        return 1;
    a[n - 1] = 1;
    a = realloc(a, n + 5);
    if (!a)
        return 2;
    a[n + 4] = 2;
    if (n == 77)
        a[n + 5] = 3;
    return 3;
}
