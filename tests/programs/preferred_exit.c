// expect: paths=1 exits=5:1
// inputs: x=05
// The exit code that is counted is the one the test gives.
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    klee_prefer_cex(&x, x == 5);
    return x;
}
