// A message with its CRC-8 at the end, by a table made at start, then a branch on every nibble.
#include <klee/klee.h>

#ifndef LEN
#define LEN 3
#endif

static unsigned char table[256];

int main(void) {
    for (int i = 0; i < 256; i++) {
        unsigned char c = (unsigned char)i;
        for (int k = 0; k < 8; k++)
            c = (unsigned char)(c & 0x80 ? c << 1 ^ 0x07 : c << 1);
        table[i] = c;
    }
    unsigned char message[LEN + 1];
    klee_make_symbolic(message, sizeof message, "message");
    unsigned char crc = 0;
    int kinds = 0;
    for (int i = 0; i < LEN; i++) {
        crc = table[crc ^ message[i]];
        if (message[i] >> 4 == 3)
            kinds++;
        else if ((message[i] & 0xf) == 0xa)
            kinds += 4;
    }
    if (crc != message[LEN])
        return 100;
    if (crc == 0x5a)
        return 50;
    return kinds;
}
