// Reads the element before the first when the array is empty.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000)
        return 0;
    char *a = calloc(n, 1);
    if (!a)
        return 0;
    return a[n - 1];
}
