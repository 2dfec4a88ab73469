// expect: paths=2 complete=no
// While forking is off, a branch follows one side and the run is not complete; afterwards it forks again.
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    volatile int n = 0;
    klee_set_forking(0);
    if (a > 100)
        n++;
    if (a > 200)
        n++;
    klee_set_forking(1);
    if (b == 3)
        n++;
    return 0;
}
