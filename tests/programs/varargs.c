// expect: paths=2 exits=0:1,1:1
// also: -O1 -O2
// Arguments of every size, unknown ones and structures among them, more than fit in registers, and read twice.
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>
#include <stdlib.h>

struct pair { int a, b; };
struct triple { long a, b, c; };

static long sum(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    long total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    assert(va_arg(list, double) == 2.5);
    assert(va_arg(list, long long) == 1LL << 40);
    struct pair p = va_arg(list, struct pair);
    struct triple t = va_arg(list, struct triple);
    total += p.a * 10 + p.b + t.a + t.b + t.c;
    va_end(list);
    assert(va_arg(again, int) == 1);
    va_end(again);
    return total;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0 & x < 1000);
    struct pair p = {3, x};
    struct triple t = {100, 200, x};
    long total = sum(7, 1, 2, x, 4, 5, 6, 7, 2.5, 1LL << 40, p, t);
    assert(total == 25 + 30 + 300 + 3L * x);
    if (total == 1000)
        exit(1);
    return 0;
}
