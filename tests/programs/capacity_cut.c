// expect: paths=2 complete=no
// options: --sizes lazy --capacity 4
// Sizes above the capacity are cut off, and the run says that it is not complete.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 1000, "n");
    char *p = malloc(n);
    klee_assert(n <= 4);
    if (n == 3)
        p[2] = 1;
    free(p);
    return 0;
}
