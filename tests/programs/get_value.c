// expect: paths=2 exits=0:1,1:1
// Asking for a value adds no constraint: both sides stay possible, and the value is one the path allows.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 100);
    int value = klee_get_value_i32(x);
    assert(!klee_is_symbolic(value));
    assert(value > 100);
    assert(klee_is_symbolic(x));
    if (x == 12345)
        return 1;
    return 0;
}
