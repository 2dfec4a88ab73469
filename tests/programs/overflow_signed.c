// expect: paths=6 lines=all
// options: --check overflow
// Each operation forks once: it overflows or it does not. Unsigned arithmetic wraps and is no overflow.
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    int x, y;
    unsigned u;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&u, sizeof u, "u");
    volatile int big = INT_MAX;
    switch (klee_range(0, 7, "case")) {
    case 0: x = x + y; break; // error: overflow addition
    case 1: x = x - y; break; // error: overflow subtraction
    case 2: x = x * y; break; // error: overflow multiplication
    case 3: x = -x; break; // error: overflow subtraction
    case 4: x++; break; // error: overflow addition
    case 5: x = big + 1; break; // error: overflow addition
    default: u = u + 1; break;
    }
    return 0;
}
