// A hash table with open addressing and symbolic keys: multiplication, remainder, symbolic positions.
#include <klee/klee.h>

#ifndef KEYS
#define KEYS 3
#endif
#define SLOTS 8

static unsigned short slots[SLOTS];

static unsigned hash(unsigned short key) {
    return (key * 31u + (key >> 5)) % SLOTS;
}

static int insert(unsigned short key) {
    unsigned at = hash(key);
    for (int probe = 0; probe < SLOTS; probe++) {
        if (slots[at] == key)
            return -1;
        if (slots[at] == 0) {
            slots[at] = key;
            return probe;
        }
        at = (at + 1) % SLOTS;
    }
    return -2;
}

int main(void) {
    unsigned short keys[KEYS];
    klee_make_symbolic(keys, sizeof keys, "keys");
    int collisions = 0;
    for (int i = 0; i < KEYS; i++) {
        if (keys[i] == 0)
            return 100;
        int probes = insert(keys[i]);
        if (probes < 0)
            return 50;
        collisions += probes;
    }
    return collisions;
}
