// Where a byte is found first, then the next one from there: two searches in a row.
#include "input.h"

static size_t find(const unsigned char *s, size_t from, size_t n, unsigned char wanted) {
    size_t i = from;
    while (i < n && s[i] != wanted)
        i++;
    return i;
}

int main(void) {
    size_t n;
    unsigned char *s = any_bytes(&n, "s");
    size_t colon = find(s, 0, n, ':');
    size_t slash = find(s, colon, n, '/');
    return slash < n ? 2 : colon < n;
}
