// expect: paths=4 exits=0:1,1:1,2:2
// Symbolic values go through longjmp, and paths that forked between setjmp and longjmp each come back to their own point.
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf point;

static void check(int x) {
    if (x < 0)
        longjmp(point, x); // any negative number
    if (x == 0)
        longjmp(point, 0); // arrives as 1
}

int main(void) {
    int x = klee_int("x");
    volatile int calls = 0;
    int code = setjmp(point);
    if (code < 0) {
        assert(calls == 1 && code == x);
        if (code == -7)
            return 1;
        return 2;
    }
    if (code == 1) {
        assert(calls == 1 && x == 0);
        return 2;
    }
    assert(code == 0);
    calls++;
    check(x);
    assert(x > 0);
    return 0;
}
