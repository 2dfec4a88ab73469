// expect: paths=3 exits=0:1,1:1,2:1 tests=3
// inputs: klee_choose=0000000000000000 klee_choose=0100000000000000 klee_choose=0200000000000000
// klee_choose(3) is 0, 1 or 2; asking for a value below 0 ends the path without a test.
#include <klee/klee.h>

int main(void) {
    uintptr_t which = klee_choose(3);
    if (which == 0)
        return 0;
    if (which == 1)
        return 1;
    if (which > 2)
        klee_choose(0);
    return 2;
}
