// expect: paths=1
// also: -O1
// Without the option arithmetic wraps silently.
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    volatile unsigned sum = x + x, product = x * x;
    return 0;
}
