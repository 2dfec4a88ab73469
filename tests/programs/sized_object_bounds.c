// expect: paths=2 exits=1:1,2:1 partial=2
// options: --sizes lazy
// An access at a known offset splits the sizes into those it fits and those it does not.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n = klee_range(0, 10, "n");
    char *p = malloc(n);
    p[4] = 1; // error: ptr out of bound pointer
    if (klee_get_obj_size(p) > 7) {
        p[7] = 1;
        return 1;
    }
    *(int *)(p + 1) = 1;
    *(int *)(p + 2) = 1; // error: ptr out of bound pointer
    return 2;
}
