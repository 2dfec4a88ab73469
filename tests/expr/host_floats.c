/* The host's own floating point, called by test_floats_against_host.py through ctypes on arrays of operands.
 *
 * Compiled once per C type: -DTYPE=... names it, and exactly one SUFFIX_ macro says how libm names its functions.
 */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_TYPES_EXT__
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

#if defined SUFFIX_NONE
#define F(name) name
#elif defined SUFFIX_F
#define F(name) name##f
#elif defined SUFFIX_L
#define F(name) name##l
#elif defined SUFFIX_F128
#define F(name) name##f128
#endif

size_t size_of_type(void) { return sizeof(TYPE); }

int long_double_digits(void) { return LDBL_MANT_DIG; }

/* Volatile operands keep the compiler from computing anything before the rounding mode is set. */
#define EACH(expression)                            \
    for (size_t i = 0; i < n; i++) {                \
        volatile TYPE x = a[i], y = b[i], z = c[i]; \
        (void)x, (void)y, (void)z;                  \
        out[i] = (expression);                      \
    }                                               \
    break

/* Modes in the order RNE, RTZ, RUP, RDN of float_format.py. Returns 0 if the host cannot set it. */
int arithmetic(const char *name, int mode, size_t n, const TYPE *a, const TYPE *b, const TYPE *c, TYPE *out) {
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    if (fesetround(modes[mode])) return 0;
    switch (name[0]) {
    case '+': EACH(x + y);
    case '-': EACH(x - y);
    case '*': EACH(x * y);
    case '/': EACH(x / y);
    case 'q': EACH(F(sqrt)(x));
    case 'm': EACH(F(fma)(x, y, z));
    case '%': EACH(F(fmod)(x, y));
    case 'r': EACH(F(remainder)(x, y));
    case 'f': EACH(F(floor)(x));
    case 'c': EACH(F(ceil)(x));
    case 't': EACH(F(trunc)(x));
    case 'a': EACH(F(round)(x));
    case 'e': EACH(F(rint)(x));
    }
    fesetround(FE_TONEAREST);
    return 1;
}

/* 1 equal, 2 greater, 4 less, 8 unordered. */
void compare(size_t n, const TYPE *a, const TYPE *b, unsigned char *out) {
    for (size_t i = 0; i < n; i++) {
        volatile TYPE x = a[i], y = b[i];
        out[i] = (x == y) | (x > y) << 1 | (x < y) << 2 | (x != x || y != y) << 3;
    }
}

void scale(size_t n, const TYPE *a, const int *power, TYPE *out) {
    for (size_t i = 0; i < n; i++) out[i] = F(ldexp)(a[i], power[i]);
}

void split(size_t n, const TYPE *a, TYPE *out, int *power) {
    for (size_t i = 0; i < n; i++) out[i] = F(frexp)(a[i], &power[i]);
}

#define MAP(name, FROM, TO, expression)                \
    void name(size_t n, const FROM *a, TO *out) {      \
        for (size_t i = 0; i < n; i++) {               \
            volatile FROM x = a[i];                    \
            out[i] = (expression);                     \
        }                                              \
    }

MAP(to_float, TYPE, float, (float)x)
MAP(to_double, TYPE, double, (double)x)
MAP(to_long_double, TYPE, long double, (long double)x)
MAP(from_float, float, TYPE, (TYPE)x)
MAP(from_double, double, TYPE, (TYPE)x)

/* To integers only values that fit are passed. */
MAP(to_signed, TYPE, long long, (long long)x)
MAP(to_unsigned, TYPE, unsigned long long, (unsigned long long)x)
MAP(to_nearest, TYPE, long long, F(llrint)(x))
MAP(from_signed, long long, TYPE, (TYPE)x)
MAP(from_unsigned, unsigned long long, TYPE, (TYPE)x)
