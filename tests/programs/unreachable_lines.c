// expect: paths=2 lines=6/7
// x is below 10, so the line for larger numbers is never executed: 6 of the 7 lines with code.
#include <klee/klee.h>

int main(void) {
    int x = klee_range(0, 10, "x");
    int y = x * 2;
    if (y > 18)
        y = 0;
    if (x == 4)
        y++;
    return 0;
}
