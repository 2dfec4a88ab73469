// expect: paths=1
// The second division by the same number cannot fail any more: its zero ended at the first.
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    volatile unsigned a = 100 / x; // error: div divide by zero
    volatile unsigned b = 200 % x;
    return 0;
}
