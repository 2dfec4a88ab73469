// expect: paths=2 exits=1:1,2:1
// One of the pointers in the table dangles; an unknown index into a freed array is an error for all its values.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int a = 1, b = 2, *freed = malloc(8);
    int *table[3] = {&a, &b, freed};
    free(freed);
    unsigned i = klee_range(0, 4, "i");
    if (i == 3)
        return freed[klee_range(0, 2, "j")]; // error: ptr use after free
    return *table[i]; // error: ptr use after free
}
