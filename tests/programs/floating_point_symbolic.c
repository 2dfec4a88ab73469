// expect: paths=1 complete=no
// Arithmetic on an unknown float is not supported: the path that needs it ends there, the other does not.
#include <klee/klee.h>

int main(void) {
    float f;
    int other;
    klee_make_symbolic(&f, sizeof f, "f");
    klee_make_symbolic(&other, sizeof other, "other");
    if (other == 5)
        return 0;
    return f * 2 > 3; // error: exec unsupported
}
