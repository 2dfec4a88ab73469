// Nothing but forks: a decision per symbolic bit, two to the power of BITS paths, and almost no work on them.
#include <klee/klee.h>

#ifndef BITS
#define BITS 13
#endif

int main(void) {
    unsigned word;
    klee_make_symbolic(&word, sizeof word, "word");
    int ones = 0;
    for (int i = 0; i < BITS; i++)
        if (word >> i & 1)
            ones++;
    return ones;
}
