// expect: paths=12 exits=0:7,1:1,2:4
// Two unknown bytes and the end. Each byte passes three questions in this order: is it space, is it a sign ('+', then
// '-'), is it a digit. First byte:
//   digit: the second is a digit or not (1 + 1 paths: the number has two digits or one);
//   no digit, no sign, no space: 1 path, nothing read;
//   '+' or '-': the second is a digit or not (2 each: 4 paths);
//   space: the second is space (then the end: 1), '+' (1), '-' (1), a digit (1), or something else (1): 5 paths.
// That is 2 + 1 + 4 + 5 = 12. Taken are: one character for a digit alone (1 path); two for two digits, a sign with a
// digit (2 paths) and a space with a digit, 4 paths; nothing in the other 7.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[3], *end;
    klee_make_symbolic(s, 3, "s");
    klee_assume(s[2] == 0);
    strtol(s, &end, 10);
    return (int)(end - s);
}
