// expect: paths=5 partial=5 lines=all
// Each operator forks once: the divisor is zero or it is not. The last case divides by a known zero.
#include <klee/klee.h>

int main(void) {
    int x, y;
    unsigned u, v;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&v, sizeof v, "v");
    volatile int zero = 0;
    switch (klee_range(0, 6, "case")) {
    case 0: x = x / y; break; // error: div divide by zero
    case 1: x = x % y; break; // error: div divide by zero
    case 2: u = u / v; break; // error: div divide by zero
    case 3: u = u % v; break; // error: div divide by zero
    case 4: x = 7 / zero; break; // error: div divide by zero
    default: x = 100 / (int)(u | 1); break;
    }
    return 0;
}
