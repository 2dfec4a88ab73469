// expect: paths=5 exits=0:1,1:1,9:3
// Each byte may be the wanted one, the end, or neither. First byte: found (0) or end (9); second: found (1) or end
// (9); the third is the end (9).
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[3];
    klee_make_symbolic(s, 3, "s");
    klee_assume(s[2] == 0);
    char *found = strchr(s, 'x');
    return found ? (int)(found - s) : 9;
}
