// expect: paths=3 exits=0:1,1:1,2:1
// x is in 10..12 after the assumptions; each value is a path of its own.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x >= 10);
    klee_assume(x < 13);
    klee_assume(y == x * 2);
    assert(y >= 20 && y <= 24);
    assert(y % 2 == 0);
    if (x == 10)
        return 0;
    if (y == 22)
        return 1;
    return 2;
}
