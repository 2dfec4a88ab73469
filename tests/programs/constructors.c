// expect: paths=1 exits=0:1
// also: -O1
// Constructors run before main by priority, exit handlers after it in reverse order; the last one checks the order.
#include <assert.h>
#include <stdlib.h>

static char log_[16];
static int count;

static void note(char c) { log_[count++] = c; }

__attribute__((constructor(200))) static void second(void) { note('2'); }
__attribute__((constructor(150))) static void first(void) { note('1'); }

static void check(void) {
    const char expected[] = "12mba";
    for (int i = 0; i < 5; i++)
        assert(log_[i] == expected[i]);
    assert(count == 5);
}
static void a(void) { note('a'); }
static void b(void) { note('b'); }

int main(void) {
    atexit(check);
    atexit(a);
    atexit(b);
    note('m');
    return 0;
}
