// expect: paths=4 lines=all
// also: -O1
// Each symbolic amount may reach the width or not; a shift by width - 1 is fine.
#include <klee/klee.h>

int main(void) {
    unsigned x, amount;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&amount, sizeof amount, "amount");
    volatile int too_far = 32;
    switch (klee_range(0, 5, "case")) {
    case 0: x = x << amount; break; // error: overshift overshift error
    case 1: x = x >> amount; break; // error: overshift overshift error
    case 2: x = (int)x >> amount; break; // error: overshift overshift error
    case 3: x = 1u << too_far; break; // error: overshift overshift error
    case 4: x = (x >> 31) << 31; break;
    }
    return 0;
}
