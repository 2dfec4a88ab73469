// expect: paths=8
// also: -O1
// Every activation has locals of its own, linked from the innermost to the outermost; each of the three levels forks
// once on its own unknown: 2 * 2 * 2 paths.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct link { struct link *up; int depth; unsigned char flag; };

static int descend(struct link *up, int depth) {
    struct link own = {up, depth, 0};
    klee_make_symbolic(&own.flag, 1, "flag");
    int total = depth < 3 ? descend(&own, depth + 1) : 0;
    int count = 0;
    for (struct link *each = &own; each; each = each->up) {
        assert(each->depth == depth - count);
        count++;
    }
    assert(count == depth);
    if (own.flag)
        own.depth = 100;
    return total + own.depth;
}

int main(void) {
    int total = descend(NULL, 1);
    assert(total >= 6 && total <= 300);
    return 0;
}
