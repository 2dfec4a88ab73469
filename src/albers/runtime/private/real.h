/* A floating-point number taken apart, the same for every format: mantissa * 2^exponent. */

#ifndef ALBERS_REAL_H
#define ALBERS_REAL_H

#include <float.h>
#include <stdint.h>

/* Enough for the 113 bits of the largest format, least significant word first. */
enum { MANTISSA_WORDS = 4 };

enum real_kind { REAL_ZERO, REAL_FINITE, REAL_INFINITE, REAL_NAN };

struct real {
  uint32_t mantissa[MANTISSA_WORDS];
  int exponent; /* of the lowest bit of the mantissa */
  int negative;
  enum real_kind kind;
};

/* A format: how many bits its mantissa has, and the range of `exponent` for it. */
struct real_format {
  int bits;
  int least_exponent;
  int greatest_exponent;
};

#define FLOAT_FORMAT ((struct real_format){FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG, FLT_MAX_EXP - FLT_MANT_DIG})
#define DOUBLE_FORMAT ((struct real_format){DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG, DBL_MAX_EXP - DBL_MANT_DIG})
#define LONG_DOUBLE_FORMAT                                                                                           \
  ((struct real_format){LDBL_MANT_DIG, LDBL_MIN_EXP - LDBL_MANT_DIG, LDBL_MAX_EXP - LDBL_MANT_DIG})

/* The mantissa of a finite number has to have exactly the format's bits, or the least exponent. */
float __albers_join_float(const struct real *number);
double __albers_join_double(const struct real *number);
long double __albers_join_long_double(const struct real *number);

#endif
