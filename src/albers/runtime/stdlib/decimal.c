/* Large decimal fixed-point numbers; see decimal.h. */

#include "decimal.h"

static void trim(struct decimal *number) {
  while (number->first < number->end && number->limbs[number->first] == 0)
    number->first++;
  while (number->end > number->first && number->limbs[number->end - 1] == 0)
    number->end--;
}

void __albers_decimal_clear(struct decimal *number, uint32_t *limbs, int capacity, int point) {
  number->limbs = limbs;
  number->capacity = capacity;
  number->first = number->point = number->end = point;
  number->inexact = 0;
}

void __albers_decimal_multiply(struct decimal *number, int bits) {
  uint64_t carry = 0;
  for (int i = number->end - 1; i >= number->first; i--) {
    uint64_t value = ((uint64_t)number->limbs[i] << bits) + carry;
    number->limbs[i] = (uint32_t)(value % LIMB);
    carry = value / LIMB;
  }
  if (carry != 0)
    number->limbs[--number->first] = (uint32_t)carry;
  trim(number);
}

void __albers_decimal_divide(struct decimal *number, int bits, int fraction) {
  if (number->first == number->end)
    return;
  int limit = number->point + fraction;
  if (limit > number->capacity)
    limit = number->capacity;
  /* An integer may have lost zeros at its end; and each factor of two needs one more digit. */
  int end = number->end + (bits + LIMB_DIGITS - 1) / LIMB_DIGITS;
  if (end > limit)
    end = limit;
  for (int i = number->end; i < end; i++)
    number->limbs[i] = 0;
  if (end > number->end)
    number->end = end;
  uint64_t remainder = 0, mask = ((uint64_t)1 << bits) - 1;
  for (int i = number->first; i < number->end; i++) {
    uint64_t value = remainder * LIMB + number->limbs[i];
    number->limbs[i] = (uint32_t)(value >> bits);
    remainder = value & mask;
  }
  if (remainder != 0)
    number->inexact = 1;
  trim(number);
}
