// Two elements of a doubly linked list that are each other's neighbours make the entry function fail.
#include <assert.h>
#include <stddef.h>

struct element {
    struct element *previous, *next;
    int value;
};

int unlink_one(struct element *e) {
    if (e == NULL || e->next == NULL || e->next == e)
        return 0;
    if (e->next->next == e && e->next->previous == e && e->previous == e->next)
        assert(e->value == e->next->value); // planted
    return 1;
}
