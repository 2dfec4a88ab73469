// expect: paths=1
// A local ends with its function; klee_mark_global makes one outlive it.
#include <klee/klee.h>

static int *dangling(int value) {
    int local = value;
    int *volatile address = &local;
    return address;
}

static int *kept(int value) {
    int local = value;
    int *volatile address = &local;
    klee_mark_global(address);
    return address;
}

int main(void) {
    int *a = dangling(1), *b = kept(2);
    switch (klee_range(0, 3, "case")) {
    case 0: return *b - 2;
    case 1: return *a; // error: ptr use after free
    default: *a = 1; // error: ptr use after free
    }
    return 0;
}
