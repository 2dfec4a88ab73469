// expect: paths=5 exits=0:1,1:1,2:1,3:1,7:1
// A range of one is a constant; the others can take both ends and nothing beyond: -2..1 gives four paths, the
// constant one more.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int only = klee_range(7, 8, "only");
    assert(!klee_is_symbolic(only));
    int x = klee_range(-2, 2, "x");
    assert(klee_is_symbolic(x));
    assert(x >= -2 && x < 2);
    if (x == -2 && klee_range(0, 2, "more"))
        return only;
    for (int i = -2; i < 2; i++)
        if (x == i)
            return i + 2;
    return 100;
}
