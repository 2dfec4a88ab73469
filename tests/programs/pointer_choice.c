// expect: paths=6 exits=1:1,2:1,3:1,11:1,12:1,13:1
// A pointer picked from a table by an unknown index: the access forks into the three objects, and the switch at the
// end finds one value on each. The first `if` doubles the paths.
#include <klee/klee.h>

int main(void) {
    int a = 1, b = 2, c = 3;
    int *table[3] = {&a, &b, &c};
    int plus = 0;
    unsigned char i, more;
    klee_make_symbolic(&i, 1, "i");
    klee_make_symbolic(&more, 1, "more");
    klee_assume(i < 3);
    if (more)
        plus = 10;
    int *p = table[i];
    *p += plus;
    return a == 11 ? 11 : b == 12 ? 12 : c == 13 ? 13 : *p;
}
