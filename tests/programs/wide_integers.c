// expect: paths=2 exits=0:1,1:1
// also: -O1 -O2
// 128-bit and odd-width numbers, known and unknown; only the last comparison forks.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

typedef unsigned __int128 wide;
typedef unsigned _BitInt(33) odd;
typedef _BitInt(7) tiny;

int main(void) {
    unsigned long long low, high;
    klee_make_symbolic(&low, sizeof low, "low");
    high = 3;
    wide w = (wide)high << 64 | low;
    assert((unsigned long long)w == low && w >> 64 == 3);
    assert(w * 2 / 2 == w);
    assert(~(wide)0 / 3 == ((wide)0x5555555555555555 << 64 | 0x5555555555555555));
    assert((__int128)-5 % 3 == -2 && (__int128)-1 >> 100 == -1);
    odd o = (odd)low;
    o = o + ((odd)1 << 32);
    assert((unsigned long long)o < 1ULL << 33);
    tiny t = (tiny)low;
    assert(t >= -64 && t <= 63);
    if (o == 5 && t == 5)
        exit(1);
    return 0;
}
