// expect: paths=2 exits=0:1,1:1
// also: -O1
// One thread: an atomic operation is the plain one, and an exchange succeeds exactly when the value is the expected.
#include <assert.h>
#include <klee/klee.h>
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    int start;
    klee_make_symbolic(&start, sizeof start, "start");
    klee_assume(start >= 0 & start < 100);
    _Atomic int n = start;
    assert(atomic_fetch_add(&n, 5) == start && n == start + 5);
    assert(atomic_fetch_sub(&n, 5) == start + 5);
    assert(atomic_exchange(&n, 8) == start && n == 8);
    assert(__atomic_fetch_or((int *)&n, 3, __ATOMIC_SEQ_CST) == 8 && n == 11);
    assert(__atomic_fetch_and((int *)&n, 6, __ATOMIC_SEQ_CST) == 11 && n == 2);
    assert(__sync_fetch_and_nand((int *)&n, 3) == 2 && n == ~2);
    atomic_thread_fence(memory_order_seq_cst);
    n = 50;
    int expected = start;
    if (atomic_compare_exchange_strong(&n, &expected, 1)) {
        assert(start == 50 && n == 1);
        exit(1);
    }
    assert(start != 50 && expected == 50 && n == 50);
    return 0;
}
