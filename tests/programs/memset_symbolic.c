// expect: paths=3
// The value of the fill is unknown, its length is one of 0, 1, 2: one path per length.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[4] = {1, 2, 3, 4};
    char value;
    size_t n;
    klee_make_symbolic(&value, 1, "value");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 3);
    memset(text + 1, value, n);
    assert(text[0] == 1 && text[3] == 4);
    if (n > 0)
        assert(text[1] == value);
    if (n > 1)
        assert(text[2] == value);
    return 0;
}
