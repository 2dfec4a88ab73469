/* Floating-point numbers put together from their bits, without any floating-point arithmetic. */

#include "real.h"

union float_bits {
  float value;
  uint32_t bits;
};

union double_bits {
  double value;
  uint64_t bits;
};

/* The biased exponent of a finite number whose top bit, if it is set, is the format's implicit one. */
static int biased_exponent(const struct real *number, struct real_format format, int top_bit_set) {
  return top_bit_set ? number->exponent - format.least_exponent + 1 : 0;
}

float __albers_join_float(const struct real *number) {
  uint32_t fraction = number->mantissa[0];
  uint32_t biased = (uint32_t)biased_exponent(number, FLOAT_FORMAT, (fraction >> 23 & 1) != 0);
  if (number->kind == REAL_INFINITE || number->kind == REAL_NAN) {
    biased = 0xff;
    fraction = number->kind == REAL_NAN ? (uint32_t)1 << 22 : 0;
  }
  union float_bits whole = {.bits = (uint32_t)number->negative << 31 | biased << 23 | (fraction & 0x7fffff)};
  return whole.value;
}

double __albers_join_double(const struct real *number) {
  uint64_t fraction = (uint64_t)number->mantissa[1] << 32 | number->mantissa[0];
  uint64_t biased = (uint64_t)biased_exponent(number, DOUBLE_FORMAT, (fraction >> 52 & 1) != 0);
  if (number->kind == REAL_INFINITE || number->kind == REAL_NAN) {
    biased = 0x7ff;
    fraction = number->kind == REAL_NAN ? (uint64_t)1 << 51 : 0;
  }
  union double_bits whole = {.bits = (uint64_t)number->negative << 63 | biased << 52 | (fraction & 0xfffffffffffff)};
  return whole.value;
}

#if LDBL_MANT_DIG == 53

long double __albers_join_long_double(const struct real *number) {
  return __albers_join_double(number);
}

#elif LDBL_MANT_DIG == 64

/* Intel's extended format: the top bit of the mantissa is stored. */
union long_double_bits {
  long double value;
  struct {
    uint64_t mantissa;
    uint16_t sign_and_exponent;
  } bits;
};

long double __albers_join_long_double(const struct real *number) {
  uint64_t mantissa = (uint64_t)number->mantissa[1] << 32 | number->mantissa[0];
  int biased = biased_exponent(number, LONG_DOUBLE_FORMAT, mantissa >> 63 != 0);
  if (number->kind == REAL_INFINITE || number->kind == REAL_NAN) {
    biased = 0x7fff;
    mantissa = (uint64_t)(number->kind == REAL_NAN ? 3 : 2) << 62;
  }
  union long_double_bits whole = {.value = 0};
  whole.bits.mantissa = mantissa;
  whole.bits.sign_and_exponent = (uint16_t)(number->negative << 15 | biased);
  return whole.value;
}

#elif LDBL_MANT_DIG == 113

union long_double_bits {
  long double value;
  struct {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t low, high;
#else
    uint64_t high, low;
#endif
  } bits;
};

long double __albers_join_long_double(const struct real *number) {
  uint64_t high = (uint64_t)number->mantissa[3] << 32 | number->mantissa[2];
  uint64_t low = (uint64_t)number->mantissa[1] << 32 | number->mantissa[0];
  uint64_t biased = (uint64_t)biased_exponent(number, LONG_DOUBLE_FORMAT, (high >> 48 & 1) != 0);
  if (number->kind == REAL_INFINITE || number->kind == REAL_NAN) {
    biased = 0x7fff;
    high = number->kind == REAL_NAN ? (uint64_t)1 << 47 : 0;
    low = 0;
  }
  union long_double_bits whole = {.value = 0};
  whole.bits.high = (uint64_t)number->negative << 63 | biased << 48 | (high & 0xffffffffffff);
  whole.bits.low = low;
  return whole.value;
}

#else
#error "an unknown format of long double"
#endif
