// expect: paths=8
// options: --check unsigned-overflow
// Each of the first four forks once: the operation leaves the range or it does not. A decrement of a positive number
// does not, and neither signed arithmetic, nor `++` on a char, nor a negative distance of pointers counts.
#include <klee/klee.h>

int main(void) {
    unsigned u, v;
    int x;
    unsigned char c = 255, text[4], *volatile first = text, *volatile last = text + 3;
    klee_make_symbolic(&u, sizeof u, "u");
    klee_make_symbolic(&v, sizeof v, "v");
    klee_make_symbolic(&x, sizeof x, "x");
    volatile unsigned five = 5;
    switch (klee_range(0, 8, "case")) {
    case 0: u = u + v; break; // error: overflow unsigned integer overflow on addition
    case 1: u = u - v; break; // error: overflow unsigned integer overflow on subtraction
    case 2: u = u * v; break; // error: overflow unsigned integer overflow on multiplication
    case 3: u--; break; // error: overflow unsigned integer overflow on subtraction
    case 4: five--; break;
    case 5: x = x + 1; break;
    case 6: c++; return c;
    default: return (first - last) + 3;
    }
    return 0;
}
