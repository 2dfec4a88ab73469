// Allocates the size of a pointer where that of the structure is meant.
#include "verifier.h"

struct record { long id; long weight; };
int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0 || count > 1000)
        return 0;
    struct record *r = malloc(count * sizeof r);
    if (!r)
        return 1;
    r[count - 1].id = 1;
    return 2;
}
