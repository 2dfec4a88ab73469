// expect: paths=2
// One path per case: two stay inside.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(5);
    int *numbers = calloc(2, sizeof *numbers);
    switch (klee_range(0, 6, "case")) {
    case 0: p[4] = 7; return p[4] - 7;
    case 1: return numbers[1];
    case 2: p[5] = 1; break; // error: ptr out of bound pointer
    case 3: return p[-1]; // error: ptr out of bound pointer
    case 4: return numbers[2]; // error: ptr out of bound pointer
    case 5: *(long long *)(p + 1) = 0; break; // error: ptr out of bound pointer
    }
    return 0;
}
