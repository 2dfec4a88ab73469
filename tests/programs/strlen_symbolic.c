// expect: paths=5 exits=0:1,1:1,2:1,3:1,4:1
// inputs: s=0000000000 s=0100000000 s=0101000000 s=0101010000 s=0101010100
// Five bytes of which the last is made zero: one path per length 0 .. 4. The wishes make the tests as small as can be.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, 5, "s");
    klee_assume(s[4] == 0);
    size_t length = strlen(s);
    for (int i = 0; i < 4; i++)
        klee_prefer_cex(s, s[i] == (i < (int)length));
    return (int)length;
}
