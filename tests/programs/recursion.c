// expect: paths=6 exits=1:2,2:1,6:1,24:1,120:1
// also: -O1
// One path per depth: n = 0 .. 5.
#include <klee/klee.h>

static int factorial(unsigned n) {
    if (n == 0)
        return 1;
    return (int)n * factorial(n - 1);
}

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 5);
    return factorial(n);
}
