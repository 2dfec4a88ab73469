// expect: paths=2 lines=all
// One path per case: only a pointer that malloc returned, once, or null may be freed.
#include <klee/klee.h>
#include <stdlib.h>

static int global;

int main(void) {
    int local = 1;
    char *p = malloc(8);
    switch (klee_range(0, 9, "case")) {
    case 0: free(p); break;
    case 1: free(NULL); break;
    case 2: free(p); free(p); break; // error: ptr double free
    case 3: free(p + 1); break; // error: ptr invalid pointer: free
    case 4: free(p + 8); break; // error: ptr invalid pointer: free
    case 5: free((void *)0x123456789); break; // error: ptr invalid pointer: free
    case 6: free(&global); break; // error: free free of global
    case 7: free(&local); break; // error: free free of alloca
    case 8: free(p); realloc(p, 4); break; // error: ptr invalid pointer: realloc
    }
    return 0;
}
