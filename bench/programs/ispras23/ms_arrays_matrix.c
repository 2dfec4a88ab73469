// A matrix indexed by column and row in the wrong order.
#include "verifier.h"

int main(void) {
    unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows == 0 || columns == 0 || rows > 50 || columns > 50)
        return 0;
    int *m = calloc(rows * columns, sizeof(int));
    if (!m)
        return 1;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= rows || j >= columns)
        return 2;
    m[j * rows + i] = 1;
    m[i * rows + j] = 2;
    return 3;
}
