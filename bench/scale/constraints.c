// One path with N constraints: each on a byte of its own, or with CHAINED on neighbours, so that all belong together.
#include <klee/klee.h>

#ifndef N
#define N 10000
#endif

static unsigned char b[N];

int main(void) {
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 1; i < N; i++) {
#ifdef CHAINED
        klee_assume(b[i] >= b[i - 1]);
#else
        klee_assume(b[i] > i % 200);
#endif
    }
    if (b[N - 1] == 201)
        return 1;
    return 0;
}
