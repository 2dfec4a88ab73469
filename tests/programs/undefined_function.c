// expect: paths=1 complete=no
// A function nobody defines ends the paths that call it, not the others.
#include <klee/klee.h>

int nobody_wrote_this(int);

int main(void) {
    if (klee_range(0, 2, "case"))
        return nobody_wrote_this(1); // error: external failed external call: nobody_wrote_this
    return 0;
}
