// expect: paths=2 lines=all
// One path per case: two stay inside.
#include <klee/klee.h>

static int before[2] = {1, 2};
static int table[3] = {10, 20, 30};
static int after[2] = {3, 4};
struct { char name[4]; int value; } record;

int main(void) {
    int which = klee_range(0, 5, "case");
    if (which == 0)
        return table[2] - before[1] * 15;
    if (which == 1)
        return record.name[3] + after[1] - 4;
    if (which == 2)
        return table[3]; // error: ptr out of bound pointer
    if (which == 3)
        table[-1] = 0; // error: ptr out of bound pointer
    return ((char *)&record)[8]; // error: ptr out of bound pointer
}
