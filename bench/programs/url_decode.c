// Percent-decoding of a symbolic string: many short paths over independent bytes, with hex digits in between.
#include <klee/klee.h>

#ifndef LEN
#define LEN 5
#endif

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int decode(const char *from, char *to) {
    int written = 0;
    while (*from) {
        if (*from == '%') {
            int high = digit(from[1]);
            if (high < 0)
                return -1;
            int low = digit(from[2]);
            if (low < 0)
                return -1;
            to[written++] = (char)(16 * high + low);
            from += 3;
        } else if (*from == '+') {
            to[written++] = ' ';
            from++;
        } else {
            to[written++] = *from++;
        }
    }
    to[written] = '\0';
    return written;
}

int main(void) {
    char text[LEN + 1], decoded[LEN + 1];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[LEN] == '\0');
    return decode(text, decoded) & 127;
}
