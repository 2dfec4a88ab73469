// Blanks at both ends of a buffer.
#include "input.h"

int main(void) {
    size_t n;
    unsigned char *s = any_bytes(&n, "s");
    size_t start = 0;
    while (start < n && s[start] == ' ')
        start++;
    size_t end = n;
    while (end > start && s[end - 1] == ' ')
        end--;
    return end == start ? 0 : end - start == n ? 1 : 2;
}
