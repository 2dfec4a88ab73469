// expect: paths=5
// The copy runs byte by byte: one path per length 0 .. 4 that fits the target, and the fifth byte is one too many. All
// larger lengths are the same error.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[8] = "abcdefg", to[4] = {0};
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    memcpy(to, from, n); // error: ptr out of bound pointer
    for (size_t i = 0; i < 4; i++)
        assert(to[i] == (i < n ? from[i] : 0));
    return 0;
}
