// expect: paths=10 exits=0:5,1:1,2:1,3:1,4:1,5:1
// Unknown floats: arithmetic, comparison, conversion, roots and rounding, decided by the solver.
#include <assert.h>
#include <klee/klee.h>

static int product(float f) {
    if (f < 0)
        if (f * f == 2.25f) {
            assert(f == -1.5f);
            return 1;
        }
    return 0;
}

static int quotient(int n) {
    if (n / 4.0 == 2.5) {
        assert(n == 10);
        return 2;
    }
    return 0;
}

static int root(double d) {
    klee_assume(d < 100);
    if (__builtin_sqrt(d) == 3) {
        assert(d == 9);
        return 3;
    }
    return 0;
}

static int cut(double d) {
    klee_assume((d < -2) & (d > -3));
    assert((int)d == -2 && __builtin_floor(d) == -3);
    return 4;
}

static int lost(float f) {
    klee_assume((f > 1) & (f < 1e9f));
    if (f + 1 == f) {
        assert(f >= 16777216);
        return 5;
    }
    return 0;
}

int main(void) {
    float f;
    double d;
    int n;
    klee_make_symbolic(&f, sizeof f, "f");
    klee_make_symbolic(&d, sizeof d, "d");
    klee_make_symbolic(&n, sizeof n, "n");
    switch (klee_range(0, 5, "which")) {
    case 0:
        return product(f);
    case 1:
        return quotient(n);
    case 2:
        return root(d);
    case 3:
        return cut(d);
    default:
        return lost(f);
    }
}
