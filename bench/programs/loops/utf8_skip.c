// Continuation bytes are skipped to reach the next character.
#include "input.h"

static size_t skip(const unsigned char *s, size_t from, size_t n) {
    size_t i = from;
    while (i < n && (s[i] & 0xC0) == 0x80)
        i++;
    return i;
}

int main(void) {
    size_t n;
    unsigned char *s = any_bytes(&n, "s");
    size_t start = skip(s, 0, n);
    if (start == n)
        return 0;
    size_t next = skip(s, start + 1, n);
    return next == n ? 1 : 2;
}
