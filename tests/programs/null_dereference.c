// expect: paths=1
// Null with a small offset is still null.
#include <klee/klee.h>
#include <stddef.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node *volatile nothing = NULL;
    switch (klee_range(0, 5, "case")) {
    case 0: return nothing != NULL;
    case 1: return nothing->value; // error: ptr null page access
    case 2: nothing->next = NULL; break; // error: ptr null page access
    case 3: return ((char *)nothing)[100]; // error: ptr null page access
    case 4: ((void (*)(void))nothing)(); break; // error: ptr invalid function pointer
    }
    return 0;
}
