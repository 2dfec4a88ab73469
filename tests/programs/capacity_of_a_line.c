// expect: paths=2 exits=0:1,1:1 complete=no
// options: --sizes lazy --capacity 4 --capacity capacity_of_a_line.c:12=40
// One line may have a capacity of its own.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 1000, "n");
    size_t m = klee_range(0, 1000, "m");
    char *p = malloc(m);
    klee_assert(m <= 4);
    p = malloc(n);
    klee_assert(n <= 40);
    if (n == 40)
        return 1;
    return 0;
}
