// Two buffers of the same symbolic size, compared byte by byte.
#include "input.h"

int main(void) {
    size_t n;
    unsigned char *a = any_bytes(&n, "a");
    unsigned char *b = malloc(n);
    klee_make_symbolic(b, n, "b");
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    return a[i] < b[i] ? 1 : 2;
}
