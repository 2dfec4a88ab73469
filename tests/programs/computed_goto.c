// expect: paths=3 exits=1:1,2:1,3:1
// A label picked from a table by an unknown index: one path per label.
#include <klee/klee.h>

int main(void) {
    static void *const labels[3] = {&&one, &&two, &&three};
    unsigned i = klee_range(0, 3, "i");
    goto *labels[i];
one:
    return 1;
two:
    return 2;
three:
    return 3;
}
