// expect: paths=2 exits=0:1,1:1
// A lane at an unknown place: there are four; beyond them is an error of its own kind.
#include <klee/klee.h>

typedef int lanes __attribute__((vector_size(16)));

int main(void) {
    lanes a = {1, 2, 3, 4};
    unsigned i = klee_range(0, 8, "i");
    lanes b = a + a;
    int picked = b[i]; // error: bad_vector_access Out of bounds read
    if (picked == 6)
        return 1;
    return 0;
}
