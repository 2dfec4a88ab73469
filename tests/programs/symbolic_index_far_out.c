// expect: paths=1
// An index that is never inside leaves its array even though it lands in the next one, for reads and for writes.
#include <klee/klee.h>

int main(void) {
    int first[4] = {0}, second[100] = {0};
    first[0] = second[0];
    long distance = klee_get_value_i64((char *)second - (char *)first) / 4;
    long i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i > distance & i < distance + 50);
    switch (klee_range(0, 3, "case")) {
    case 0: return first[i]; // error: ptr out of bound pointer
    case 1: first[i] = 1; break; // error: ptr out of bound pointer
    default: return second[klee_range(0, 100, "j")];
    }
    return 0;
}
