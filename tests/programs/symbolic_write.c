// expect: paths=3
// A write at an unknown index may have hit any element: a[2] is 7 only if i is 2; a[3] was written afterwards.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int a[4] = {0, 1, 2, 3};
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    a[i] = 7;
    a[3] = 30;
    assert(a[3] == 30);
    if (a[2] == 7) {
        assert(i == 2);
        return 0;
    }
    assert(a[2] == 2);
    if (a[0] == 0)
        assert(i != 0);
    else
        assert(i == 0 && a[0] == 7);
    return 0;
}
