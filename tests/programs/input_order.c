// expect: paths=1
// inputs: a=61 b=6200 unnamed=07000000
// Tests name every input in the order of its declaration; an input that no condition is about is there, too.
#include <klee/klee.h>

int main(void) {
    char a;
    short b;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 2, "b");
    int c = klee_int("");
    klee_assume(a == 'a');
    klee_assume(b == a + 1);
    klee_assume(c == 7);
    return 0;
}
