// expect: paths=1
// A device at an address of its own: accessible inside, an error beside it.
#include <klee/klee.h>

int main(void) {
    volatile unsigned *device = (unsigned *)0x40000000;
    klee_define_fixed_object((void *)device, 16);
    if (klee_range(0, 2, "beyond"))
        return device[4]; // error: ptr out of bound pointer
    device[3] = 7;
    return device[3] - 7;
}
