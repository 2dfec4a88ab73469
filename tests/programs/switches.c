// expect: paths=4 exits=0:1,1:1,2:1,3:1 lines=all
// One path per target: cases that share a target are one path, and so is the default.
#include <klee/klee.h>

int main(void) {
    int c;
    klee_make_symbolic(&c, sizeof c, "c");
    switch (c) {
    case 'a':
    case 'e':
    case 'i':
        return 1;
    case -1:
        return 2;
    case 1000000:
    case 2000000:
        return 3;
    default:
        return 0;
    }
}
