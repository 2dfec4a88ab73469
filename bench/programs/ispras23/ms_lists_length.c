// Counts up to four elements; cycles included.
#include "verifier.h"
struct node { int value; struct node *next; };

int main(void) {
    struct node *l = __VERIFIER_nondet_pointer();
    int n = 0;
    while (l && n < 4) {
        l = l->next;
        n++;
    }
    return n;
}
