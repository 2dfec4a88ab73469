// Concrete work of the C library's string functions: copies, fills, comparisons, searches over a text of some kilobytes.
#include <stdlib.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 40
#endif

static const char words[] = "the quick brown fox jumps over the lazy dog while seven wizards box five jolly penguins ";

int main(void) {
    enum { SIZE = 4096 };
    char *text = malloc(SIZE), *copy = malloc(SIZE);
    if (text == NULL || copy == NULL)
        return 1;
    unsigned sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        size_t length = 0;
        memset(text, 0, SIZE);
        while (length + sizeof words < SIZE) {
            strcpy(text + length, words);
            length += strlen(words);
        }
        memcpy(copy, text, length + 1);
        memmove(copy + 7, copy, length / 2);
        sum += (unsigned)strlen(copy) + (strcmp(text, copy) < 0);
        char *dog = strstr(text, "jolly");
        sum += dog ? (unsigned)(dog - text) : 0;
        sum += (unsigned)(strchr(copy, 'z') - copy);
        sum += memcmp(text, copy, length) != 0;
    }
    free(text);
    free(copy);
    return (int)(sum & 127);
}
