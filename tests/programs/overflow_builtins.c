// expect: paths=4 exits=0:1,1:1,2:1,3:1
// also: -O1
// Each builtin answers whether the exact result fits; the three branches on unknown operands fork.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int x, sum, product;
    unsigned char narrow;
    unsigned u;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&u, sizeof u, "u");
    assert(__builtin_add_overflow(INT_MAX, 1, &sum) && sum == INT_MIN);
    assert(!__builtin_sub_overflow(5, 7, &sum) && sum == -2);
    assert(__builtin_mul_overflow(1 << 20, 1 << 20, &product) && product == 0);
    if (__builtin_add_overflow(x, 10, &sum)) {
        assert(x > INT_MAX - 10);
        exit(1);
    }
    assert(sum == x + 10);
    if (__builtin_mul_overflow(u, 3u, &u))
        exit(2);
    if (__builtin_sub_overflow(x, 1, &narrow)) {
        assert((x < 1) | (x > 256));
        exit(3);
    }
    assert(narrow == (unsigned char)(x - 1));
    return 0;
}
