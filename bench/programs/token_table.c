// A tokenizer driven by a constant table of character classes: every byte of input is an unknown index into it.
#include <klee/klee.h>

#ifndef LEN
#define LEN 4
#endif

enum { OTHER, SPACE, DIGIT, LETTER, SIGN };

static unsigned char class_of[256];

static const char digits[] = "0123456789";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char signs[] = "+-*/=<>()";

static void fill(void) {
    class_of[' '] = class_of['\t'] = class_of['\n'] = SPACE;
    for (const char *p = digits; *p; p++)
        class_of[(unsigned char)*p] = DIGIT;
    for (const char *p = letters; *p; p++)
        class_of[(unsigned char)*p] = LETTER;
    for (const char *p = signs; *p; p++)
        class_of[(unsigned char)*p] = SIGN;
}

int main(void) {
    unsigned char text[LEN];
    klee_make_symbolic(text, sizeof text, "text");
    fill();
    int tokens = 0, i = 0;
    while (i < LEN) {
        switch (class_of[text[i]]) {
        case SPACE:
            i++;
            break;
        case DIGIT:
            while (i < LEN && class_of[text[i]] == DIGIT)
                i++;
            tokens++;
            break;
        case LETTER:
            while (i < LEN && (class_of[text[i]] == LETTER || class_of[text[i]] == DIGIT))
                i++;
            tokens++;
            break;
        case SIGN:
            i++;
            tokens++;
            break;
        default:
            return 1;
        }
    }
    return tokens == 0;
}
