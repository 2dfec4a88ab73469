// expect: paths=1 exits=3:1
// Sources that are written for the GNU C library include headers that musl lacks.
#include <sys/cdefs.h>
#include <sys/single_threaded.h>

__BEGIN_DECLS
extern int twice(int) __THROW __attribute_const__;
__END_DECLS

int twice(int x) {
    return 2 * x;
}

int main(void) {
#if !__GNUC_PREREQ(2, 5)
#error "an old compiler"
#endif
    return __libc_single_threaded + twice(1);
}
