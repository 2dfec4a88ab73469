// UTF-8 with all its checks: continuation bytes, overlong forms, surrogates, the largest code point.
#include <klee/klee.h>

#ifndef LEN
#define LEN 5
#endif

static int decode(const unsigned char *s, int left, unsigned *code) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length;
    unsigned v;
    if (s[0] < 0x80) {
        *code = s[0];
        return 1;
    }
    if ((s[0] & 0xe0) == 0xc0) {
        length = 2;
        v = s[0] & 0x1f;
    } else if ((s[0] & 0xf0) == 0xe0) {
        length = 3;
        v = s[0] & 0x0f;
    } else if ((s[0] & 0xf8) == 0xf0) {
        length = 4;
        v = s[0] & 0x07;
    } else {
        return -1;
    }
    if (length > left)
        return -2;
    for (int i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return -3;
        v = v << 6 | (s[i] & 0x3f);
    }
    if (v < least[length])
        return -4;
    if (v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
        return -5;
    *code = v;
    return length;
}

int main(void) {
    unsigned char text[LEN];
    klee_make_symbolic(text, sizeof text, "text");
    int at = 0, letters = 0;
    while (at < LEN) {
        unsigned code;
        int used = decode(text + at, LEN - at, &code);
        if (used < 0)
            return -used;
        if ((code >= 'a' && code <= 'z') || (code >= 0x430 && code <= 0x44f))
            letters++;
        at += used;
    }
    return 16 + letters;
}
