// A graph in which two different successors lead to one and the same vertex makes the entry function fail.
#include <assert.h>
#include <stddef.h>

struct vertex {
    int id;
    struct vertex *a, *b;
};

int diamond(struct vertex *top) {
    if (top == NULL || top->a == NULL || top->b == NULL || top->a == top->b || top->a == top || top->b == top)
        return 0;
    struct vertex *left = top->a->a, *right = top->b->a;
    if (left == NULL || right == NULL)
        return 1;
    left->id = 1;
    right->id = 2;
    assert(left == top || left == top->a || left == top->b || left->id == 1); // planted
    return 2;
}
