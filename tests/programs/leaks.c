// expect: paths=2
// options: --check leak
// Memory that nothing points to at the exit is lost; what was freed, or is still held by a global, is not.
#include <klee/klee.h>
#include <stdlib.h>

static char *held;

int main(void) {
    char *p = malloc(4);
    switch (klee_range(0, 3, "case")) {
    case 0: free(p); break;
    case 1: held = p + 1; break;
    default: p = NULL; break;
    }
    return 0; // error: leak memory leak
}
