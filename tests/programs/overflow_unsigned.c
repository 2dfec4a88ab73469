// expect: paths=6 lines=all
// options: --check unsigned-overflow
// Each operation forks once: it leaves the range or it does not. A decrement of a positive number does not, nor does
// signed arithmetic count.
#include <klee/klee.h>

int main(void) {
    unsigned u, v;
    int x;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&v, sizeof v, "v");
    klee_make_symbolic(&x, sizeof x, "x");
    volatile unsigned five = 5;
    switch (klee_range(0, 6, "case")) {
    case 0: u = u + v; break; // error: overflow addition
    case 1: u = u - v; break; // error: overflow subtraction
    case 2: u = u * v; break; // error: overflow multiplication
    case 3: u--; break; // error: overflow subtraction
    case 4: five--; break;
    default: x = x + 1; break;
    }
    return 0;
}
