/* Large decimal fixed-point numbers in limbs of nine digits: the bridge between binary and decimal fractions.
 *
 * limbs[first .. point) are the integer part, limbs[point .. end) the fraction, most significant first; `first` may lie
 * behind `point` when the fraction starts with zeros. All limbs outside of [first, end) count as zero. */

#ifndef ALBERS_DECIMAL_H
#define ALBERS_DECIMAL_H

#include <stdint.h>

enum { LIMB = 1000000000, LIMB_DIGITS = 9, MAX_SHIFT = 29 };

struct decimal {
  uint32_t *limbs;
  int capacity;
  int first, point, end;
  int inexact; /* something nonzero was cut off at the end */
};

/* The largest parts a format needs: all digits of its largest number, and of its smallest one. */
#define INTEGER_LIMBS(max_10_exp) ((max_10_exp) / LIMB_DIGITS + 3)
#define FRACTION_LIMBS(bits, min_exp) (((bits) - (min_exp)) / LIMB_DIGITS + 8)

void __albers_decimal_clear(struct decimal *number, uint32_t *limbs, int capacity, int point);

/* Set an integer given by 32-bit words, least significant first; the words are destroyed. */
void __albers_decimal_set(struct decimal *number, uint32_t *words, int count);

/* Multiply by 2^bits, bits <= MAX_SHIFT. */
void __albers_decimal_multiply(struct decimal *number, int bits);

/* Divide by 2^bits, bits <= MAX_SHIFT, with at most `fraction` limbs after the point. */
void __albers_decimal_divide(struct decimal *number, int bits, int fraction);

/* Multiply by any power of two; nothing is cut off as long as the capacity suffices. */
void __albers_decimal_scale(struct decimal *number, int exponent);

/* Round to that many digits after the point (or before it, when negative), ties to even. */
void __albers_decimal_round(struct decimal *number, int digits);

/* The digit that counts 10^position. */
int __albers_decimal_digit(const struct decimal *number, int position);

/* The position of the first digit that is not zero; 0 for the number zero. */
int __albers_decimal_exponent(const struct decimal *number);

/* The position of the last digit that is not zero; 0 for the number zero. */
int __albers_decimal_last(const struct decimal *number);

#endif
