// Frees twice if two pointers are one.
#include "verifier.h"

struct pair { int *a, *b; };
int main(void) {
    struct pair *p = __VERIFIER_nondet_pointer();
    if (!p || !p->a || !p->b)
        return 0;
    free(p->a);
    free(p->b);
    return 1;
}
