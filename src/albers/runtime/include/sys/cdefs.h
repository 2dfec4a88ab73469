/* Macros that sources written for the GNU C library take for granted. musl has no such header, and the system's own
 * works only together with its other headers. */
#ifndef ALBERS_SYS_CDEFS_H
#define ALBERS_SYS_CDEFS_H

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif

#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *

#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __LEAF
#define __LEAF_ATTR
#define __wur
#define __nonnull(parameters)
#define __attribute_malloc__
#define __attribute_pure__
#define __attribute_const__
#define __attribute_used__ __attribute__((__used__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_format_arg__(x)
#define __attribute_format_strfmon__(a, b)
#define __attribute_warn_unused_result__
#define __always_inline inline __attribute__((__always_inline__))
#define __extern_inline extern inline __attribute__((__gnu_inline__))
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __flexarr []
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))

#endif
