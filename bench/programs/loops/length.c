// The length of a string, and what its last character is.
#include "input.h"

int main(void) {
    char *s = any_string("s");
    size_t n = 0;
    while (s[n])
        n++;
    return n > 0 && s[n - 1] == '\n';
}
