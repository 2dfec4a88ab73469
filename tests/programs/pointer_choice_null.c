// expect: paths=2 exits=1:1,2:1
// One of the pointers in the table is null.
#include <klee/klee.h>
#include <stddef.h>

int main(void) {
    int a = 1, b = 2;
    int *table[3] = {&a, NULL, &b};
    unsigned i = klee_range(0, 3, "i");
    return *table[i]; // error: ptr null page access
}
