// A string copied up to a separator, then looked at.
#include "input.h"

int main(void) {
    char *s = any_string("s");
    char copy[MAX];
    size_t i = 0;
    while (s[i] && s[i] != '=') {
        copy[i] = s[i];
        i++;
    }
    copy[i] = 0;
    return copy[0] == 'x';
}
