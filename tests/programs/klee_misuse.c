// expect: paths=1 lines=all
// warns: renamed empty name to "unnamed"
// Misuse of klee.h is the user's error on the path where it happens.
#include <klee/klee.h>
#include <stdlib.h>

static const int constant = 1;

int main(void) {
    char small[4];
    int which = klee_range(0, 10, "case");
    switch (which) {
    case 0: klee_make_symbolic(small, 4, ""); break;
    case 1: klee_make_symbolic(small, 5, "small"); break; // error: user Wrong size given to klee_make_symbolic
    case 2: klee_make_symbolic((void *)&constant, 4, "c"); break; // error: user cannot make readonly object symbolic
    case 3: klee_make_symbolic((void *)8, 1, "null"); break; // error: ptr invalid pointer: make_symbolic
    case 4: klee_assume(which != 4); break; // error: user invalid klee_assume call (provably false)
    case 5: klee_range(3, 3, "empty"); break; // error: user invalid range
    case 6: klee_set_forking(klee_int("fork")); break; // error: user klee_set_forking requires a constant arg
    case 7: klee_check_memory_access(small + 2, 3); break; // error: ptr check_memory_access: memory error
    case 8: klee_get_obj_size(small + 1); break; // error: ptr invalid pointer: klee_get_obj_size
    case 9: klee_warning((char *)1); break; // error: user Invalid string pointer
    }
    return 0;
}
