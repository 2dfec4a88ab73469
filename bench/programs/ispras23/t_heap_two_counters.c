// Two counters on the heap that chase each other.
#include "verifier.h"

int main(void) {
    int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
    if (!a || !b)
        return 0;
    *a = __VERIFIER_nondet_int();
    *b = __VERIFIER_nondet_int();
    if (*a < 0 || *b > 12 || *a > *b)
        return 1;
    while (*a < *b) {
        (*a)++;
        if (*a == 7)
            (*b)--;
    }
    return 2;
}
