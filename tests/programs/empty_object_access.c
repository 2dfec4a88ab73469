// expect: paths=0
// An object of no bytes has nothing to read.
#include <stdlib.h>

int main(void) {
    char *empty = malloc(0);
    return *empty; // error: ptr out of bound pointer
}
