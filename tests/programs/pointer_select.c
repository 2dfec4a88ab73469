// expect: paths=2 exits=5:1,6:1
// options: --simplify-cfg
// A pointer that is one of two by a select, as in branch-free code: the access resolves both.
#include <klee/klee.h>

int main(void) {
    int a = 5, b = 6;
    unsigned char pick;
    klee_make_symbolic(&pick, 1, "pick");
    int *p = pick ? &a : &b;
    return *p;
}
