/* Large decimal fixed-point numbers; see decimal.h. */

#include "decimal.h"

static const uint32_t powers_of_ten[LIMB_DIGITS] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

static int floor_divide(int value, int divisor) {
  return value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor);
}

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

void __albers_decimal_set(struct decimal *number, uint32_t *words, int count) {
  number->first = number->end = number->point;
  while (count > 0) {
    if (words[count - 1] == 0) {
      count--;
      continue;
    }
    uint64_t remainder = 0;
    for (int i = count - 1; i >= 0; i--) {
      uint64_t value = remainder << 32 | words[i];
      words[i] = (uint32_t)(value / LIMB);
      remainder = value % LIMB;
    }
    number->limbs[--number->first] = (uint32_t)remainder;
  }
  trim(number);
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

void __albers_decimal_scale(struct decimal *number, int exponent) {
  while (exponent > 0) {
    int bits = exponent < MAX_SHIFT ? exponent : MAX_SHIFT;
    __albers_decimal_multiply(number, bits);
    exponent -= bits;
  }
  while (exponent < 0) {
    int bits = -exponent < MAX_SHIFT ? -exponent : MAX_SHIFT;
    __albers_decimal_divide(number, bits, number->capacity - number->point);
    exponent += bits;
  }
}

/* Whether what follows limb `index`, cut off below `unit` in that limb, is more than half a unit, or exactly half
 * with an odd digit before it. */
static int rounds_up(const struct decimal *number, int index, uint32_t unit) {
  uint32_t limb = number->limbs[index];
  uint32_t rest = limb % unit, half = unit / 2;
  int next = index + 1;
  if (unit == 1) {
    rest = next >= number->first && next < number->end ? number->limbs[next] : 0;
    half = LIMB / 2;
    next++;
  }
  if (rest != half)
    return rest > half;
  return next < number->end || number->inexact || (limb / unit) % 2 != 0;
}

void __albers_decimal_round(struct decimal *number, int digits) {
  int index = number->point + floor_divide(digits - 1, LIMB_DIGITS);
  if (index >= number->end || number->first == number->end)
    return;
  /* The kept digit may stand before the first one; two limbs before it, all is less than half of a unit. */
  if (index < number->first - 1) {
    number->first = number->end = number->point;
    return;
  }
  if (index < number->first) {
    number->limbs[index] = 0;
    number->first = index;
  }
  uint32_t unit = powers_of_ten[LIMB_DIGITS - 1 - (digits - 1 - (index - number->point) * LIMB_DIGITS)];
  int up = rounds_up(number, index, unit);
  number->limbs[index] -= number->limbs[index] % unit;
  number->end = index + 1;
  if (up) {
    number->limbs[index] += unit;
    while (number->limbs[index] >= LIMB) {
      number->limbs[index] -= LIMB;
      index--;
      if (index < number->first) {
        number->first = index;
        number->limbs[index] = 0;
      }
      number->limbs[index]++;
    }
  }
  trim(number);
}

int __albers_decimal_digit(const struct decimal *number, int position) {
  int index = number->point - 1 - floor_divide(position, LIMB_DIGITS);
  if (index < number->first || index >= number->end)
    return 0;
  int within = position - (number->point - 1 - index) * LIMB_DIGITS;
  return (int)(number->limbs[index] / powers_of_ten[within] % 10);
}

int __albers_decimal_exponent(const struct decimal *number) {
  if (number->first == number->end)
    return 0;
  int position = (number->point - number->first) * LIMB_DIGITS - 1;
  while (__albers_decimal_digit(number, position) == 0)
    position--;
  return position;
}

int __albers_decimal_last(const struct decimal *number) {
  if (number->first == number->end)
    return 0;
  int position = (number->point - number->end) * LIMB_DIGITS;
  while (__albers_decimal_digit(number, position) == 0)
    position++;
  return position;
}
