// expect: paths=7
// options: --check overflow
// Each of the first seven forks once: it overflows or it does not; the sum of known numbers always does. Unsigned
// arithmetic wraps and is no overflow. Division also forks on a divisor of zero.
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    int x, y;
    unsigned u;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&u, sizeof u, "u");
    volatile int big = INT_MAX;
    switch (klee_range(0, 8, "case")) {
    case 0: x = x + y; break; // error: overflow signed integer overflow on addition
    case 1: x = x - y; break; // error: overflow signed integer overflow on subtraction
    case 2: x = x * y; break; // error: overflow signed integer overflow on multiplication
    case 3: x = -x; break; // error: overflow signed integer overflow on subtraction
    case 4: x++; break; // error: overflow signed integer overflow on addition
    case 5: x = x / y; break; // error: div divide by zero; overflow signed integer overflow on division
    case 6: x = big + 1; break; // error: overflow signed integer overflow on addition
    default: u = u + 1; break;
    }
    return 0;
}
