// expect: paths=1
// Every kind of object starts at a multiple of what its type or the program asks for.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(64) char global;
static long double wide;

static uintptr_t address(const void *volatile p) { return (uintptr_t)p; }

int main(void) {
    _Alignas(32) char local[3];
    double number = 1;
    assert(address(&global) % 64 == 0 && address(&wide) % _Alignof(long double) == 0);
    assert(address(local) % 32 == 0 && address(&number) % _Alignof(double) == 0);
    for (size_t size = 0; size < 20; size++)
        assert(address(malloc(size)) % _Alignof(max_align_t) == 0);
    assert(address(aligned_alloc(256, 512)) % 256 == 0);
    void *p;
    assert(posix_memalign(&p, 128, 5) == 0 && address(p) % 128 == 0);
    return 0;
}
