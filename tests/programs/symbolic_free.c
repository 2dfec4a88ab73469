// expect: paths=2
// Freeing one of three by an unknown index: a path per object, and one where the index picks the local that was never
// allocated. On each of the others the freed object alone is gone.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4), local;
    char *table[3] = {a, b, &local};
    unsigned i = klee_range(0, 3, "i");
    a[0] = b[0] = 7;
    free(table[i]); // error: free free of alloca
    if (i == 0) {
        assert(b[0] == 7);
        free(b);
    } else {
        assert(a[0] == 7);
        free(a);
    }
    return 0;
}
