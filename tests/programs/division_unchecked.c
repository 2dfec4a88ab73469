// expect: paths=1
// options: --ignore div,overshift
// Without the checks a division forks nothing and gives the value of the solvers' logic.
#include <klee/klee.h>

int main(void) {
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    volatile unsigned quotient = x / y, shifted = x << y;
    return 0;
}
