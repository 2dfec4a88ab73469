// expect: paths=4 exits=0:1,1:1,2:2
// isdigit is one comparison; isspace asks for the blank first and then for the range of the others: two forks.
#include <ctype.h>
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    if (isdigit(c))
        return 1;
    if (isspace(c))
        return 2;
    return 0;
}
