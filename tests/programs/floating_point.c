// expect: paths=2 exits=0:1,1:1
// also: -O1
// Known numbers compute exactly as on the machine; unknown integers beside them fork as usual.
#include <assert.h>
#include <float.h>
#include <klee/klee.h>

int main(void) {
    volatile float f = 0.1f;
    volatile double d = 0.1, tenth = 10;
    volatile long double l = 1;
    assert(f != d && f + f == 0.2f);
    assert(0.1 + 0.2 != 0.3 && d * tenth == 1);
    assert(l / 3 * 3 == 1 && sizeof l >= sizeof d);
    assert((int)(d * 25) == 2 && (unsigned char)-d == 0);
    assert(d / 0 > DBL_MAX && d - d / 0 < -DBL_MAX);
    volatile double nan = 0 * (d / 0);
    assert(nan != nan && !(nan < 1) && !(nan > 1));
    int x = klee_range(0, 10, "x");
    if (x == 3)
        return (int)(d * 10);
    return 0;
}
