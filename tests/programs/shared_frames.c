// expect: paths=9
// A function called from several places forks inside; each path goes on with its caller's own values: 3 * 3 paths.
#include <assert.h>
#include <klee/klee.h>

static int sign(int x) {
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    return 0;
}

static int both(int a, int b) {
    int first = sign(a);
    int kept = a;
    int second = sign(b);
    assert(kept == a);
    return first * 10 + second;
}

int main(void) {
    int a = klee_int("a"), b = klee_int("b");
    int result = both(a, b);
    assert((result > 0) == (a > 0 || (a == 0 && b > 0)));
    return 0;
}
