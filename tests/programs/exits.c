// expect: paths=4 exits=0:1,1:1,7:1,255:1
// main's value and exit's argument are exit codes, reduced to a byte; a handler may end the program itself.
#include <klee/klee.h>
#include <stdlib.h>

static void leave(void) { _Exit(7); }

int main(void) {
    switch (klee_range(0, 4, "case")) {
    case 0: return 256;
    case 1: exit(1);
    case 2: return -1;
    default: atexit(leave); return 3;
    }
}
