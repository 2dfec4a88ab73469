// expect: paths=3 exits=0:1,1:1,2:1
// Two unknown bits in the low end of a pointer: masked out again, it points where it did; with them, it does not.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    _Alignas(8) int value = 42;
    unsigned tag = klee_range(0, 4, "tag");
    uintptr_t word = (uintptr_t)&value | tag;
    int *clean = (int *)(word & ~(uintptr_t)7);
    assert(*clean == 42);
    *clean = 43;
    assert(value == 43);
    if ((word & 3) == 3)
        return 1;
    if ((word & 1) == 1)
        return 2;
    return 0;
}
