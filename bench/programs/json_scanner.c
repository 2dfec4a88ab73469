// A scanner for JSON values: nested arrays, strings with escapes, numbers, literals.
#include <klee/klee.h>
#include <string.h>

#ifndef LEN
#define LEN 6
#endif

static const char *at;

static int value(int depth);

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_blanks(void) {
    while (*at == ' ' || *at == '\n' || *at == '\t')
        at++;
}

static int string(void) {
    int length = 0;
    at++;
    while (*at != '"') {
        if ((unsigned char)*at < 0x20)
            return -1;
        if (*at == '\\') {
            at++;
            if (*at != 'n' && *at != '\\' && *at != '"')
                return -1;
        }
        at++;
        length++;
    }
    at++;
    return length;
}

static int number(void) {
    int v = 0;
    if (*at == '-')
        at++;
    if (!is_digit(*at))
        return -1;
    while (is_digit(*at))
        v = v * 10 + (*at++ - '0');
    if (*at == '.') {
        at++;
        if (!is_digit(*at))
            return -1;
        while (is_digit(*at))
            at++;
    }
    return v < 0 ? 0 : v;
}

static int array(int depth) {
    int count = 0;
    at++;
    skip_blanks();
    if (*at == ']') {
        at++;
        return 0;
    }
    for (;;) {
        if (value(depth + 1) < 0)
            return -1;
        count++;
        skip_blanks();
        if (*at == ']') {
            at++;
            return count;
        }
        if (*at != ',')
            return -1;
        at++;
    }
}

static int value(int depth) {
    skip_blanks();
    if (*at == '[')
        return depth < 3 ? array(depth) : -1;
    if (*at == '"')
        return string();
    if (strncmp(at, "true", 4) == 0) {
        at += 4;
        return 1;
    }
    return number();
}

int main(void) {
    char text[LEN + 1];
    klee_make_symbolic(text, LEN, "text");
    text[LEN] = '\0';
    at = text;
    int v = value(0);
    skip_blanks();
    return v >= 0 && *at == '\0';
}
