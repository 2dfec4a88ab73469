// Counts a number on the heap down.
#include "verifier.h"

int main(void) {
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    *p = __VERIFIER_nondet_int();
    if (*p < 0 || *p > 20)
        return 1;
    while (*p > 0)
        (*p)--;
    free(p);
    return 2;
}
