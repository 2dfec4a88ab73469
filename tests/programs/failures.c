// expect: paths=1 exits=3:1 tests=9
// Every way a program can end itself; the silent one has no test.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int which = klee_range(0, 10, "case");
    switch (which) {
    case 0: assert(which != 0); break; // error: assert ASSERTION FAIL: which != 0
    case 1: klee_assert(which > 1); break; // error: assert ASSERTION FAIL: which > 1
    case 2: abort(); // error: abort abort failure
    case 3: klee_abort(); // error: abort abort failure
    case 4: __builtin_trap(); // error: abort abort failure
    case 5: __builtin_unreachable(); // error: exec reached "unreachable" instruction
    case 6: klee_report_error("elsewhere.c", 1234, "found something", "mine"); // error: mine found something
    case 7: klee_report_error("elsewhere.c", 1234, "found more", ""); // error: report_error found more
    case 8: klee_silent_exit(9);
    default: exit(3);
    }
    return 0;
}
