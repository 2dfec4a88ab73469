// expect: paths=1 complete=no
// An assembly instruction ends the path that reaches it; an empty one is a compiler barrier and does nothing.
#include <klee/klee.h>

int main(void) {
    __asm__ volatile("" ::: "memory");
    if (klee_range(0, 2, "case"))
        __asm__ volatile("nop"); // error: exec inline assembly is unsupported
    return 0;
}
