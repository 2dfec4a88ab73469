// expect: paths=2
// Growing and shrinking keep the common bytes, symbolic ones included; the branch on the kept byte forks once.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    for (int i = 0; i < 4; i++)
        p[i] = 10 + i;
    klee_make_symbolic(p + 1, 1, "second");
    char second = p[1];
    p = realloc(p, 100);
    assert(p[0] == 10 && p[1] == second && p[2] == 12 && p[3] == 13);
    p[99] = 1;
    p = realloc(p, 2);
    assert(p[0] == 10 && p[1] == second);
    char *fresh = realloc(NULL, 3);
    fresh[2] = 1;
    if (p[1] == 'x')
        fresh[1] = 2;
    free(fresh);
    free(p);
    return 0;
}
