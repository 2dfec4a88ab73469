// Three levels deep something is missing.
#include "verifier.h"

struct a { int x; }; struct b { struct a *a; int n; }; struct c { struct b *b; };
int main(void) {
    struct c *c = __VERIFIER_nondet_pointer();
    if (!c || !c->b)
        return 0;
    if (c->b->n == 3)
        c->b->a->x = 4;
    return 1;
}
