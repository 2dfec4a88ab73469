// expect: paths=1
// After a realloc the new size counts, and the old object is gone.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8), *p = realloc(old, 4);
    switch (klee_range(0, 3, "case")) {
    case 0: p[3] = 1; return 0;
    case 1: p[4] = 1; break; // error: ptr out of bound pointer
    case 2: old[0] = 1; break; // error: ptr use after free
    }
    return 0;
}
