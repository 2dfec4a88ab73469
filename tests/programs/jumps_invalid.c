// expect: paths=0 partial=5
// Jumps to where nobody can go.
#include <klee/klee.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf point;

static int leave_a_point(void) {
    return setjmp(point);
}

static void jump(void) {
    longjmp(point, 1); // error: ptr longjmp to a function that has returned
}

int main(void) {
    jmp_buf other;
    memset(&other, 0, sizeof other);
    switch (klee_range(0, 5, "which")) {
    case 0:
        leave_a_point();
        jump();
        break;
    case 1:
        longjmp(other, 1); // error: ptr does not come from setjmp
    case 2:
        if (setjmp(point) == 0) {
            klee_make_symbolic(&point, sizeof point, "overwritten");
            longjmp(point, 1); // error: ptr does not come from setjmp
        }
        break;
    case 3:
        longjmp(*(jmp_buf *)0, 1); // error: ptr null page access
    case 4:
        setjmp(*(jmp_buf *)((char *)&other + sizeof other - 1)); // error: ptr out of bound
    }
    return 0;
}
