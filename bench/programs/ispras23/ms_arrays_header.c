// A header and as many bytes as it says, without room for the header.
#include "verifier.h"

struct header { unsigned length; unsigned kind; };
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < sizeof(struct header) || n > 1u << 24)
        return 0;
    struct header *h = malloc(n);
    if (!h)
        return 1;
    h->length = n;
    h->kind = 1;
    char *data = (char *)(h + 1);
    data[h->length - 1] = 0;
    return 2;
}
