// expect: paths=3 exits=0:1,1:1,2:1
// Without a terminator the third byte is still read and the fourth is not there.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[3];
    klee_make_symbolic(s, 3, "s");
    return (int)strlen(s); // error: ptr out of bound pointer
}
