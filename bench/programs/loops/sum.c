// A checksum: what is added up is no function of the number of repetitions, so there is nothing for patterns to find.
#include "input.h"

int main(void) {
    size_t n;
    unsigned char *s = any_bytes(&n, "s");
    unsigned char sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (unsigned char)(sum * 3 + s[i]);
    return sum == 7;
}
