// expect: paths=3 exits=0:1,1:1,2:1
// also: -O1
// Each field has its own unknown bits; writing one leaves its neighbours.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct flags { unsigned a : 3; signed b : 5; unsigned c : 12; unsigned d : 1; };
union view { struct flags fields; unsigned bits; };

int main(void) {
    union view v;
    klee_make_symbolic(&v, sizeof v, "v");
    unsigned c = v.fields.c, b = v.fields.b;
    v.fields.a = 5;
    v.fields.d = 1;
    assert(v.fields.a == 5 && v.fields.d == 1);
    assert(v.fields.c == c && v.fields.b == b);
    assert((v.bits & 7) == 5 && ((v.bits >> 8) & 0xfff) == c);
    assert(v.fields.b >= -16 && v.fields.b <= 15);
    if (v.fields.b == -16)
        exit(1);
    if (v.fields.c == 0xfff)
        exit(2);
    return 0;
}
