// expect: paths=1
// Reading a constant is fine.
#include <klee/klee.h>
#include <string.h>

static const int limit = 7;
static const char table[4] = {1, 2, 3, 4};

int main(void) {
    char *text = "hello";
    unsigned i = klee_range(0, 4, "i");
    switch (klee_range(0, 5, "case")) {
    case 0: return limit - 7 + text[5];
    case 1: text[0] = 'H'; break; // error: read_only object read only
    case 2: *(int *)&limit = 8; break; // error: read_only object read only
    case 3: ((char *)table)[i] = 0; break; // error: read_only object read only
    case 4: memcpy(text, "HELLO", 5); break; // error: read_only object read only
    }
    return 0;
}
