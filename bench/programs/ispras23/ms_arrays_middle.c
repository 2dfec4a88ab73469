// Writes to the middle, with a wrong rounding.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1u << 20)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    unsigned middle = (n + 1) / 2;
    a[middle] = 1;
    return a[middle];
}
