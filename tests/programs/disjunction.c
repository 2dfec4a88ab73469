// expect: paths=2 exits=0:1,1:1
// klee_or joins conditions without a fork: one decision for the four of them.
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    _Bool vowels[4] = {c == 'a', c == 'e', c == 'i', c == 'o'};
    if (klee_or(4, vowels))
        return 1;
    return 0;
}
