// To find an input that reaches `return 1` is to invert a mixing function with rounds of multiplication.
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    uint64_t x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    uint64_t h = x * 0x9e3779b97f4a7c15u ^ y;
    h = (h ^ h >> 29) * (y | 1);
    h = (h ^ h >> 32) * (x ^ h >> 13);
    if (h == 0x0123456789abcdefu && (x * y ^ h) % 1000003 == 77)
        return 1;
    return 0;
}
