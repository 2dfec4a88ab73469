// Every path changes a large object, so every path needs a copy of its own.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    enum { SIZE = 1 << 20 };
    unsigned char b[24];
    char *large = calloc(SIZE, 1);
    if (large == NULL)
        return 1;
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < 24; i++)
        if (b[i] > 100)
            large[i * 4096] = 1;
        else
            large[i * 4096 + 1] = 2;
    return 0;
}
