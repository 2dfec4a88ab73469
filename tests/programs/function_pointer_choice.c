// expect: paths=4 exits=1:1,2:1,3:1,4:1
// A function picked from a table by an unknown index: one path per function. `second` takes the address of a function
// that nobody has taken before.
#include <klee/klee.h>

static int third(int x) { return x + 2; }
static int helper(int x) { return x + 1; }
static int first(int x) { return x; }
static int second(int x) {
    int (*volatile f)(int) = helper;
    return f(x);
}
static int fourth(int x) { return x + 3; }

int main(void) {
    int (*const table[4])(int) = {first, second, third, fourth};
    unsigned i = klee_range(0, 4, "i");
    return table[i](1);
}
