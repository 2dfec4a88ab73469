// expect: paths=2
// Four bytes written at an unknown place, read back byte by byte: only the two comparisons of known shape fork.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    unsigned char a[8] = {0};
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i <= 4);
    *(uint32_t *)(a + i) = 0x01020304;
    assert(a[i] + a[i + 1] + a[i + 2] + a[i + 3] == 10);
    uint64_t all;
    memcpy(&all, a, 8);
    if (all == 0x01020304) {
        assert(i == 0);
        return 0;
    }
    assert(i != 0);
    return 0;
}
