// expect: paths=2
// also: -O1
// Overlapping bytes move as if through a copy, in both directions, unknown ones included.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    klee_make_symbolic(a + 2, 1, "two");
    unsigned char two = a[2];
    memmove(a + 1, a, 5);
    assert(a[0] == 0 && a[1] == 0 && a[2] == 1 && a[3] == two && a[4] == 3 && a[5] == 4 && a[6] == 6);
    memmove(a, a + 3, 4);
    assert(a[0] == two && a[1] == 3 && a[3] == 6 && a[4] == 3);
    __builtin_memmove(a + 1, a, 3);
    assert(a[1] == two && a[2] == 3 && a[3] == 4);
    unsigned char known[6] = {1, 2, 3, 4, 5, 6};
    __builtin_memmove(known + 1, known, 4);
    assert(known[0] == 1 && known[1] == 1 && known[2] == 2 && known[4] == 4 && known[5] == 6);
    __builtin_memmove(known, known + 2, 4);
    assert(known[0] == 2 && known[1] == 3 && known[2] == 4 && known[3] == 6);
    if (a[0] == 200)
        exit(0);
    return 0;
}
