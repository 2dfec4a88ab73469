// A tree of decisions, LEVELS deep, over symbolic bytes; every state has written to a buffer of its own.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef LEVELS
#define LEVELS 20
#endif

int main(void) {
    unsigned char b[LEVELS];
    char *note = calloc(256, 1);
    if (note == NULL)
        return 1;
    klee_make_symbolic(b, sizeof b, "b");
    int count = 0;
    for (int i = 0; i < LEVELS; i++)
        if (b[i] > 100 + i)
            note[count++] = (char)i;
    return count;
}
