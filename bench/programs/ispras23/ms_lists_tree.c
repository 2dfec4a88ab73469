// A tree in which the deepest node is not checked.
#include "verifier.h"

struct tree { int key; struct tree *left, *right; };
int main(void) {
    struct tree *t = __VERIFIER_nondet_pointer();
    int key = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        if (!t)
            return 0;
        t = key < t->key ? t->left : t->right;
    }
    return t->key == key;
}
