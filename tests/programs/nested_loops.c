// expect: paths=10
// also: -O1 -O2
// i runs to n, j runs to i, and the body branches on nothing: a path per n in 0..3, and the second loop multiplies
// nothing. m is compared in each of the n rounds with a known number of rounds: (n, min(m, n)) gives 1+2+3+4 paths.
#include <klee/klee.h>

int main(void) {
    unsigned n = klee_range(0, 4, "n"), m;
    klee_make_symbolic(&m, sizeof m, "m");
    volatile unsigned total = 0;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < i; j++)
            total += j;
        if (i < m)
            total++;
    }
    return 0;
}
