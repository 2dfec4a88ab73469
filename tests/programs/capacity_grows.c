// expect: paths=5 exits=0:4,1:1
// options: --sizes lazy --capacity 10 --grow-capacity
// Sizes above the capacity go on in capacities of 20, 40 and 80: nothing is cut off.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 80, "n");
    char *p = malloc(n);
    if (n > 70) {
        p[70] = 1;
        return 1;
    }
    free(p);
    return 0;
}
