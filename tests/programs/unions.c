// expect: paths=2 exits=0:1,1:1
// The bytes of a number, read through the other member: the order is the machine's, the same for known and unknown.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

union word { uint32_t number; uint8_t bytes[4]; };

int main(void) {
    union word known = {0x04030201}, unknown;
    klee_make_symbolic(&unknown, sizeof unknown, "unknown");
    uint8_t first = unknown.bytes[0];
    int low = known.bytes[0] == 1 ? 0 : 24;
    assert(first == (uint8_t)(unknown.number >> low));
    if (unknown.number == known.number) {
        for (int i = 0; i < 4; i++)
            assert(unknown.bytes[i] == known.bytes[i]);
        return 1;
    }
    return 0;
}
