// expect: paths=1
// After freeing one of two by an unknown index, the first is used: an error where it was the freed one.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *table[2] = {calloc(1, 4), calloc(1, 4)};
    unsigned i = klee_range(0, 2, "i");
    free(table[i]);
    return table[0][0]; // error: ptr use after free
}
