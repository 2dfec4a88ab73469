// expect: paths=1 partial=3 tests=2
// A pointer to data, a made-up address and an address inside a function are no functions.
#include <klee/klee.h>
#include <stdint.h>

static int data;
static int seven(void) { return 7; }

int main(void) {
    uintptr_t address = (uintptr_t)seven;
    switch (klee_range(0, 4, "case")) {
    case 1: address = (uintptr_t)&data; break;
    case 2: address = 0xdead0000; break;
    case 3: address++; break;
    }
    return ((int (*)(void))address)() - 7; // error: ptr invalid function pointer
}
