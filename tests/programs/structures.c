// expect: paths=2 exits=0:1,1:1
// also: -O1 -O2
// Structures by assignment, by value as argument and as result carry their unknown bytes; the copy of an
// argument is the callee's own. Only the last `if` forks.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct point { short x, y; };
struct large { int head; struct point points[5]; char tail; };

static struct point swapped(struct point p) {
    short x = p.x;
    p.x = p.y;
    p.y = x;
    return p;
}

static struct large changed(struct large l) {
    l.head++;
    l.points[4] = swapped(l.points[0]);
    return l;
}

int main(void) {
    struct large a = {1, {{2, 3}}, 'z'}, b;
    klee_make_symbolic(&a.points[0].y, 2, "y");
    b = changed(a);
    assert(a.head == 1 && a.points[4].x == 0 && b.head == 2 && b.tail == 'z');
    assert(b.points[4].x == a.points[0].y && b.points[4].y == 2);
    struct large *volatile p = &b, c = *p;
    assert(c.points[4].x == a.points[0].y);
    if (c.points[4].x == 77)
        exit(1);
    return 0;
}
