// expect: paths=1
// The pointer itself may be compared after the free; each access through it is an error.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *q = p;
    *p = 1;
    free(p);
    switch (klee_range(0, 4, "case")) {
    case 0: return p != q;
    case 1: return *p; // error: ptr use after free
    case 2: *q = 2; break; // error: ptr use after free
    case 3: {
        int *r = malloc(4);
        *r = 5;
        return *p; // error: ptr use after free
    }
    }
    return 0;
}
