// expect: paths=2
// inputs: c=41 c=7a
// Tests take the preferred values where the path allows them: 'A' first; on the path without it, the next wish.
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    klee_prefer_cex(&c, c == 'A');
    klee_prefer_cex(&c, c == 'z');
    if (c == 'A')
        return 0;
    return 0;
}
