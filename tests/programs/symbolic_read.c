// expect: paths=2 exits=0:1,1:1
// The index is checked in one fork (inside, outside); reading the table forks nothing, comparing what was read does.
#include <klee/klee.h>

static const unsigned char squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};

int main(void) {
    unsigned char i;
    klee_make_symbolic(&i, 1, "i");
    if (squares[i] > 20) // error: ptr out of bound pointer
        return 1;
    return 0;
}
