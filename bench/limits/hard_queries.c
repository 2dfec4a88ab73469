// Every path asks for the factors of a number of its own.
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    uint32_t x, y;
    unsigned char b[12];
    uint64_t number = 1000003;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < 12; i++)
        number = number * 6364136223846793005u + (b[i] > 100 ? 17 : 31);
    if (x > 1 && y > 1 && (uint64_t)x * y == (number | 1))
        return 1;
    return 0;
}
