// An item that holds an item that holds the number 1234 makes the entry function fail.
#include <assert.h>
#include <stddef.h>

struct item {
    int tag;
    union {
        int number;
        struct item *child;
        char text[8];
    } as;
};

int evaluate(struct item *item) {
    if (item == NULL)
        return -1;
    switch (item->tag) {
    case 1:
        return item->as.number;
    case 2:
        if (item->as.child == NULL)
            return -2;
        if (item->as.child->tag == 1)
            assert(item->as.child->as.number != 1234); // planted
        return 2;
    case 3:
        return item->as.text[0];
    }
    return 0;
}
