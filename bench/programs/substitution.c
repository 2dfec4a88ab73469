// Two rounds of a toy cipher: a substitution table with unknown index, keyed by a symbolic key, searched for a fixed point.
#include <klee/klee.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static unsigned char box[256];

static void make_box(void) {
    unsigned x = 7;
    for (int i = 0; i < 256; i++)
        box[i] = (unsigned char)i;
    for (int i = 255; i > 0; i--) {
        x = x * 1103515245u + 12345u;
        int j = (int)((x >> 16) % (unsigned)(i + 1));
        unsigned char swap = box[i];
        box[i] = box[j];
        box[j] = swap;
    }
}

int main(void) {
    unsigned char key[2], block[2];
    klee_make_symbolic(key, sizeof key, "key");
    klee_make_symbolic(block, sizeof block, "block");
    make_box();
    unsigned char a = block[0], b = block[1];
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char mixed = box[a ^ key[i & 1]];
        a = b;
        b ^= mixed;
        if (b == 0)
            return 2;
    }
    return a == block[0] && b == block[1];
}
