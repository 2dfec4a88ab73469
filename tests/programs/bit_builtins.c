// expect: paths=3 exits=0:1,1:1,2:1
// also: -O1
// Counting and reversing bits of unknown numbers forks nothing; the two comparisons at the end do.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned x;
    unsigned long long y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    assert(__builtin_popcount(0xf0f0) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
    assert(__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_bswap16(0x0102) == 0x0201);
    assert(__builtin_ffs(0) == 0 && __builtin_ffsll(1ULL << 40) == 41 && __builtin_parity(7) == 1);
    assert(__builtin_bswap64(__builtin_bswap64(y)) == y);
    assert(__builtin_popcount(x) <= 32);
    klee_assume(x != 0);
    assert(x >> __builtin_ctz(x) & 1);
    assert(x << __builtin_clz(x) >> 31);
    if (__builtin_popcount(x) == 31)
        exit(1);
    if (__builtin_bswap32(x) == 0x11223344) {
        assert(x == 0x44332211);
        exit(2);
    }
    return 0;
}
