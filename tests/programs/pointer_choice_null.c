// expect: paths=2 exits=1:1,2:1
// One of the pointers in the table is null, one dangles.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int a = 1, b = 2, *freed = malloc(4);
    int *table[4] = {&a, NULL, &b, freed};
    free(freed);
    unsigned i = klee_range(0, 4, "i");
    return *table[i]; // error: ptr null page access; ptr use after free
}
