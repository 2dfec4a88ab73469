// expect: paths=5 partial=2 tests=6
// The compiler's own copy takes the length as a whole: one path per length 0 .. 4 that fits, one for the first that
// does not and one for all beyond it; the two errors are one to the user.
#include <assert.h>
#include <klee/klee.h>
#include <stddef.h>

int main(void) {
    char from[8] = "abcdefg", to[4] = {0};
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    __builtin_memcpy(to, from, n); // error: ptr out of bound pointer
    for (size_t i = 0; i < 4; i++)
        assert(to[i] == (i < n ? from[i] : 0));
    return 0;
}
