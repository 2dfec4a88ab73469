// A list of exactly three elements, the last of which holds 42, makes the entry function fail.
#include <assert.h>
#include <stddef.h>

struct element {
    int value;
    struct element *next;
};

int last(struct element *list) {
    int length = 0, value = 0;
    while (list != NULL && length < 4) {
        value = list->value;
        list = list->next;
        length++;
    }
    assert(!(length == 3 && value == 42 && list == NULL)); // planted
    return value;
}
