// expect: paths=2 exits=0:1,1:1
// An object made symbolic a second time is a new unknown: the first value is not bound to it.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == 3);
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 4)
        return 1;
    return 0;
}
