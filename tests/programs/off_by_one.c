// expect: paths=1
// The loop runs over 0..n inclusive: n == 3 is fine, n == 4 is the one value that leaves the array.
#include <klee/klee.h>

int main(void) {
    int a[4];
    int n = klee_range(3, 5, "n");
    for (int i = 0; i <= n; i++)
        a[i] = i; // error: ptr out of bound pointer
    return 0;
}
