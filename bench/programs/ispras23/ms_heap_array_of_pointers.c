// An array of pointers with a hole.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 3)
        return 0;
    int **a = calloc(n, sizeof(int *));
    if (!a)
        return 1;
    for (unsigned i = 0; i + 1 < n; i++)
        a[i] = malloc(sizeof(int));
    *a[n - 1] = 1;
    return 2;
}
