// expect: paths=2
// options: --check overflow,unsigned-overflow
// also: -O1 -O2
// Optimised code adds first and then chooses, and it subtracts by adding: neither is an overflow of the program.
#include <klee/klee.h>
#include <limits.h>

static int next(int x) { return x < INT_MAX ? x + 1 : x; }

static unsigned before(unsigned x) { return x > 0 ? x - 1 : 0; }

int main(void) {
    volatile int largest = INT_MAX, sum = next(largest);
    volatile unsigned smallest = 0, difference = before(smallest) + before(sum);
    int x = klee_range(0, 2, "x");
    if (x) {
        klee_make_symbolic(&x, sizeof x, "any");
        sum = x + 7; // error: overflow integer overflow on addition
    }
    return 0;
}
