// Rounds of a small substitution-permutation cipher: an S-box with symbolic index, and keys to be found.
#include <klee/klee.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static const unsigned char sbox[256] = {
#define ROW(x) (x) * 7 + 99, (x) * 11 + 124, (x) * 13 + 119, (x) * 17 + 123, (x) * 19 + 242, (x) * 23 + 107, \
               (x) * 29 + 111, (x) * 31 + 197, (x) * 37 + 48, (x) * 41 + 1, (x) * 43 + 103, (x) * 47 + 43, \
               (x) * 53 + 254, (x) * 59 + 215, (x) * 61 + 171, (x) * 67 + 118
#define BYTES(x) (unsigned char)(x)
#pragma clang diagnostic ignored "-Wconstant-conversion"
    ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7),
    ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15),
};

int main(void) {
    unsigned char key[4], state[4] = {1, 2, 3, 4};
    klee_make_symbolic(key, sizeof key, "key");
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 4; i++)
            state[i] = sbox[state[i] ^ key[i]];
        unsigned char first = state[0];
        for (int i = 0; i < 3; i++)
            state[i] ^= state[i + 1];
        state[3] ^= first;
    }
    int matches = 0;
    for (int i = 0; i < 4; i++)
        if (state[i] == 0x10 * i + 3)
            matches++;
        else if (state[i] > 200)
            matches += 8;
    return matches;
}
