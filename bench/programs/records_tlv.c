// Records of type, length and value one after the other: where a record starts depends on the lengths before it.
#include <klee/klee.h>

#ifndef LEN
#define LEN 8
#endif

static unsigned big_endian(const unsigned char *p) {
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

int main(void) {
    unsigned char message[LEN], copy[LEN];
    klee_make_symbolic(message, sizeof message, "message");
    int at = 0, sum = 0;
    while (at + 2 <= LEN) {
        unsigned type = message[at], length = message[at + 1];
        if (length > (unsigned)(LEN - at - 2))
            return 1;
        if (type == 0)
            break;
        if (type == 1) {
            if (length != 4)
                return 2;
            sum += big_endian(message + at + 2) > 1000 ? 1 : 2;
        } else if (type == 2) {
            for (unsigned i = 0; i < length; i++)
                copy[i] = message[at + 2 + (int)i];
            sum += (int)length + (length && copy[0] == 7);
        }
        at += 2 + (int)length;
    }
    return 10 + sum;
}
