// How many hexadecimal digits a buffer begins with.
#include "input.h"

static int is_digit(unsigned char c) {
    return (unsigned)(c - '0') < 10 || (unsigned)((c | 32) - 'a') < 6;
}

int main(void) {
    size_t n;
    unsigned char *s = any_bytes(&n, "s");
    size_t i = 0;
    while (i < n && ((unsigned)(s[i] - '0') < 10 || (unsigned)((s[i] | 32) - 'a') < 6))
        i++;
    return i < n ? 1 + is_digit(s[i]) : 0;
}
