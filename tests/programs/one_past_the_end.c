// expect: paths=1
// A pointer just past an object may be made and compared; an empty object has one too.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int *p = a; p != a + 4; p++)
        sum += *p;
    assert(sum == 10);
    char *empty = malloc(0), *other = malloc(0);
    assert(empty != NULL && empty != other);
    memcpy(a + 4, empty, 0);
    klee_check_memory_access(a + 4, 0);
    free(empty);
    free(other);
    free(NULL);
    return 0;
}
