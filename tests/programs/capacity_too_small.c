// expect: paths=1
// options: --sizes lazy --capacity 10
// Where no feasible size fits, the capacity grows by itself.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(25, 28, "n");
    char *p = malloc(n);
    p[24] = 1;
    return 0;
}
