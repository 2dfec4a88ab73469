// expect: paths=3 exits=0:1,1:1,2:1
// also: -O1
// Vectors of known and unknown lanes: arithmetic, comparison, shuffles, lanes at unknown places. The last two
// comparisons fork.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

typedef int lanes __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));

int main(void) {
    lanes a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, x;
    lanes sum = a + b * 2;
    assert(sum[0] == 21 && sum[3] == 84);
    lanes less = a < (lanes){2, 2, 2, 9};
    assert(less[0] == -1 && less[1] == 0 && less[3] == -1);
    klee_make_symbolic(&x, sizeof x, "x");
    x[1] = 7;
    lanes y = x + a;
    assert(y[1] == 9);
    assert(y[2] == x[2] + 3);
    lanes turned = __builtin_shufflevector(y, b, 2, 1, 5, 0);
    assert(turned[0] == y[2] && turned[2] == 20 && turned[3] == y[0]);
    bytes all = (bytes)x;
    assert(all[4] == 7 || all[7] == 7);
    unsigned i = klee_range(0, 4, "i");
    a[i] = 100;
    assert(a[i] == 100 && a[(i + 1) % 4] != 100);
    if (a[2] == 100)
        exit(1);
    if (y[0] == 5)
        exit(2);
    return 0;
}
