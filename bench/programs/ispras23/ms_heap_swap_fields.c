// Two fields of one object, two objects, or one: all are fine.
#include "verifier.h"

struct cell { int value; };
int main(void) {
    struct cell *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
    if (!p || !q)
        return 0;
    int t = p->value;
    p->value = q->value;
    q->value = t;
    if (p != q && p->value == q->value + 1)
        return 1;
    return 2;
}
