// expect: paths=3 exits=0:1,1:1,2:1
// options: --entry classify
// inputs: small=00 large=00ca9a3b00000000 small=80 large=00ca9a3b00000000 small=00 large=0000000000000000
// Any function can be the entry; its arguments are inputs under the names of the parameters.
#include <klee/klee.h>

int classify(signed char small, unsigned long long large) {
    klee_prefer_cex(&small, large == 0);
    if (large == 1000000000) {
        klee_prefer_cex(&small, small == 0);
        klee_assume(small == 0 | small == -128);
        if (small < 0)
            return 1;
        return 2;
    }
    klee_assume(small == 0);
    return 0;
}
