// Base64: a table with a symbolic index, bits packed across bytes, then a check on what came out.
#include <klee/klee.h>

#ifndef LEN
#define LEN 4
#endif

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static signed char reverse[256];

static int decode(const unsigned char *in, int n, unsigned char *out) {
    unsigned bits = 0;
    int have = 0, length = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] == '=')
            break;
        int v = reverse[in[i]];
        if (v < 0)
            return -1;
        bits = bits << 6 | (unsigned)v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[length++] = (unsigned char)(bits >> have);
        }
    }
    return length;
}

int main(void) {
    unsigned char text[LEN], out[LEN];
    for (int i = 0; i < 256; i++)
        reverse[i] = -1;
    for (int i = 0; i < 64; i++)
        reverse[(unsigned char)alphabet[i]] = (signed char)i;
    klee_make_symbolic(text, sizeof text, "text");
    int n = decode(text, LEN, out);
    if (n >= 3 && out[0] == 'a' && out[1] > 'x' && (out[2] ^ out[1]) == 0x55)
        return 2;
    return n > 0;
}
