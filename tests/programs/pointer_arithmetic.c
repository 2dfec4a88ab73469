// expect: paths=2 exits=0:1,1:1
// also: -O1
// Comparing and subtracting pointers with unknown offsets; the pointer as a number and back. Only the last `if` forks.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i * i;
    unsigned i = klee_range(0, 10, "i");
    int *p = a + i, *end = a + 10;
    assert(p < end && end - p == 10 - i && p - a == i);
    uintptr_t number = (uintptr_t)p;
    assert((number & 3) == 0);
    int *q = (int *)(number - 4 * i);
    assert(q == a && *q == 0);
    if (*(int *)number == 49)
        exit(i == 7);
    return 0;
}
