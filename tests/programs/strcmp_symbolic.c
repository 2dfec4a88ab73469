// expect: paths=5 exits=0:4,1:1
// Against "abc" each of the four bytes (terminator included) may differ: 4 paths; equal in all of them: 1. At the
// fourth byte both strings must end, so `equal` needs no further fork.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, 4, "s");
    klee_assume(s[3] == 0 | s[3] == 'x');
    if (strcmp(s, "abc") == 0)
        return 1;
    return 0;
}
