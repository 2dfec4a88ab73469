// expect: paths=4
// One path per case: four accesses stay inside, the others are found at their own line.
#include <klee/klee.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    volatile int i = klee_range(0, 9, "case");
    char text[3];
    switch (i) {
    case 0: return a[3] - 4;
    case 1: a[0] = 0; return a[0];
    case 2: text[2] = 0; return text[2];
    case 3: return *(short *)((char *)a + 14);
    case 4: return a[4]; // error: ptr out of bound pointer
    case 5: a[4] = 1; break; // error: ptr out of bound pointer
    case 6: return a[-1]; // error: ptr out of bound pointer
    case 7: return *(int *)((char *)a + 13); // error: ptr out of bound pointer
    case 8: text[3] = 'x'; break; // error: ptr out of bound pointer
    }
    return 0;
}
