// expect: paths=2 exits=0:1,1:1
// inputs: middle=00000000 middle=07000000
// Only the field becomes symbolic; the others keep their values.
#include <assert.h>
#include <klee/klee.h>

struct record { char tag; int value; short tail[2]; };

int main(void) {
    struct record r = {'t', 5, {6, 7}};
    klee_make_symbolic(&r.value, sizeof r.value, "middle");
    assert(!klee_is_symbolic(r.tag) && r.tag == 't');
    assert(!klee_is_symbolic(r.tail[0]) && r.tail[0] == 6 && r.tail[1] == 7);
    assert(klee_is_symbolic(r.value));
    klee_assume(r.value == 0 | r.value == 7);
    if (r.value == 7)
        return 1;
    return 0;
}
