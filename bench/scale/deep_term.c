// A term that grows deeper in each of N rounds, and a branch on it.
#include <klee/klee.h>

#ifndef N
#define N 100000
#endif

int main(void) {
    unsigned char x, b[64];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i < N; i++)
        x = (unsigned char)((x << 1 | x >> 7) ^ b[i & 63]);
    if (x == 123)
        return 1;
    return 0;
}
