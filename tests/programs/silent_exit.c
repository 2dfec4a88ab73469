// expect: paths=1 tests=1
// A path that ends silently has no test and counts as none.
#include <klee/klee.h>

int main(void) {
    if (klee_range(0, 2, "quiet"))
        klee_silent_exit(1);
    return 0;
}
