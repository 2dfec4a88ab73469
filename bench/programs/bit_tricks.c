// Population count, powers of two, reversal, parity and the sign trick on symbolic integers.
#include <klee/klee.h>

static int population(unsigned x) {
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

static unsigned reversed(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

int main(void) {
    unsigned x;
    int y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    int result = 0;
    if (x && (x & (x - 1)) == 0) {
        result |= 1;
        if (population(x) != 1)
            return 255; // impossible
    }
    if (reversed(x) == x)
        result |= 2;
    int mask = y >> 31, magnitude = (y ^ mask) - mask;
    if (magnitude < 0)
        result |= 4; // only the most negative number
    if ((x ^ (unsigned)y) < 16)
        result |= 8;
    if (population(x & 0xff) == 7)
        result |= 16;
    return result;
}
