// A line of words is split, keywords are recognised with strcmp, the rest is counted with ctype.
#include <ctype.h>
#include <klee/klee.h>
#include <string.h>

#ifndef LEN
#define LEN 6
#endif

int main(void) {
    char line[LEN + 1];
    klee_make_symbolic(line, LEN, "line");
    line[LEN] = '\0';
    int numbers = 0, names = 0, keywords = 0;
    char *at = line;
    while (*at) {
        while (*at == ' ')
            at++;
        if (!*at)
            break;
        char *start = at;
        while (*at && *at != ' ')
            at++;
        if (*at)
            *at++ = '\0';
        if (strcmp(start, "if") == 0 || strcmp(start, "for") == 0)
            keywords++;
        else if (isdigit((unsigned char)start[0]))
            numbers++;
        else if (isalpha((unsigned char)start[0]))
            names++;
        else
            return 99;
    }
    return keywords * 16 + numbers * 4 + names;
}
