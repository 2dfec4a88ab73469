// expect: paths=3
// The array has n elements; the loop visits one more when n is 4, and each n is a path. The array of the inner block
// ends with each round: the pointer kept from it dangles.
#include <klee/klee.h>

static void fill(int n, int *volatile *kept) {
    for (int round = 0; round < 2; round++) {
        int a[n];
        for (int i = 0; i < n + (n == 4); i++)
            a[i] = i; // error: ptr out of bound pointer
        *kept = a;
    }
}

int main(void) {
    int *volatile kept;
    int n = 1;
    switch (klee_range(1, 6, "n")) {
    case 1: n = 1; break;
    case 2: n = 2; break;
    case 3: n = 3; break;
    case 4: n = 4; break;
    default: fill(2, &kept); return kept[0]; // error: ptr use after free
    }
    fill(n, &kept);
    return 0;
}
