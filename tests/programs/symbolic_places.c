// expect: paths=3
// klee_make_symbolic and realloc through a pointer that may be one of two: each object on its own path; the second
// object's new byte is compared, which forks once more.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *a = calloc(1, 2), *b = calloc(1, 2), *table[2] = {a, b};
    unsigned i = klee_range(0, 2, "i");
    klee_make_symbolic(table[i], 2, "bytes");
    char *moved = realloc(table[i], 3);
    if (i == 0) {
        assert(klee_is_symbolic(moved[0]) && !klee_is_symbolic(b[0]) && b[1] == 0);
        return 0;
    }
    assert(a[0] == 0 && a[1] == 0);
    if (moved[1] == 'x')
        free(a);
    return 0;
}
