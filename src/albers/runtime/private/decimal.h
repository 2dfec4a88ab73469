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

void __albers_decimal_clear(struct decimal *number, uint32_t *limbs, int capacity, int point);

/* Multiply by 2^bits, bits <= MAX_SHIFT. */
void __albers_decimal_multiply(struct decimal *number, int bits);

/* Divide by 2^bits, bits <= MAX_SHIFT, with at most `fraction` limbs after the point. */
void __albers_decimal_divide(struct decimal *number, int bits, int fraction);

#endif
