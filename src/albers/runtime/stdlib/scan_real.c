/* Reading a floating-point number at the start of a string.
 *
 * A decimal number is stored as it is, exactly, then multiplied or divided by powers of two until its integer part has
 * as many bits as the mantissa; the fraction that is left decides the rounding. */

#include "scan_real.h"

#include "decimal.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>

/* Far beyond every exponent, and far from overflowing an int when digits are added. */
enum { HUGE_EXPONENT = 100000000 };

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static int is_digit(char c) {
  return (unsigned)(unsigned char)c - '0' < 10u;
}

static int starts_with(const char *text, const char *word) {
  size_t i = 0;
  while (word[i] != '\0' && lower(text[i]) == word[i])
    i++;
  return word[i] == '\0';
}

/* The exponent after `marker`, and in `*position` where it ends; 0 and no change when there is none. */
static int scan_exponent(const char *text, size_t *position, char marker) {
  size_t i = *position;
  if (lower(text[i]) != marker)
    return 0;
  i++;
  int negative = text[i] == '-';
  if (text[i] == '-' || text[i] == '+')
    i++;
  if (!is_digit(text[i]))
    return 0;
  int value = 0;
  for (; is_digit(text[i]); i++)
    if (value < HUGE_EXPONENT)
      value = value * 10 + (text[i] - '0');
  *position = i;
  return negative ? -value : value;
}

static int bit_length(const uint32_t *words, int count) {
  while (count > 0 && words[count - 1] == 0)
    count--;
  if (count == 0)
    return 0;
  int bits = (count - 1) * 32;
  for (uint32_t top = words[count - 1]; top != 0; top >>= 1)
    bits++;
  return bits;
}

static int is_odd(const struct real *number) {
  return (number->mantissa[0] & 1) != 0;
}

/* Add one unit; a mantissa that gets one bit too long is a power of two and loses a zero at its end. */
static void increment(struct real *number, struct real_format format) {
  int i = 0;
  while (++number->mantissa[i] == 0)
    i++;
  if (bit_length(number->mantissa, MANTISSA_WORDS) <= format.bits)
    return;
  for (i = 0; i < MANTISSA_WORDS; i++) {
    uint32_t above = i + 1 < MANTISSA_WORDS ? number->mantissa[i + 1] : 0;
    number->mantissa[i] = number->mantissa[i] >> 1 | above << 31;
  }
  number->exponent++;
}

/* The last step of both notations: round, and see whether the result can be represented. `beyond` tells what lies
 * below the mantissa: 0 nothing, 1 less than half a unit, 2 exactly half, 3 more. */
static void finish(struct real *number, struct real_format format, int beyond) {
  int tiny = bit_length(number->mantissa, MANTISSA_WORDS) < format.bits;
  if (beyond == 3 || (beyond == 2 && is_odd(number)))
    increment(number, format);
  number->kind = bit_length(number->mantissa, MANTISSA_WORDS) == 0 ? REAL_ZERO : REAL_FINITE;
  if (number->exponent > format.greatest_exponent && number->kind == REAL_FINITE) {
    number->kind = REAL_INFINITE;
    errno = ERANGE;
  } else if (tiny && beyond != 0) {
    errno = ERANGE;
  }
}

/* The integer part of a decimal as words, least significant first; at most five limbs, which fit in five words. */
enum { PART_LIMBS = 5, PART_WORDS = 5 };

static void integer_part(const struct decimal *number, uint32_t *words) {
  for (int i = 0; i < PART_WORDS; i++)
    words[i] = 0;
  for (int limb = number->first; limb < number->point; limb++) {
    uint64_t carry = limb < number->end ? number->limbs[limb] : 0;
    for (int i = 0; i < PART_WORDS; i++) {
      carry += (uint64_t)words[i] * LIMB;
      words[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

/* How the fraction compares: 0 nothing, 1 less than half, 2 half, 3 more. */
static int compare_fraction(const struct decimal *number) {
  if (number->end <= number->point)
    return number->inexact ? 1 : 0;
  uint32_t leading = number->first <= number->point ? number->limbs[number->point] : 0;
  if (leading != LIMB / 2)
    return leading < LIMB / 2 ? 1 : 3;
  return number->end == number->point + 1 && !number->inexact ? 2 : 3;
}

static void round_decimal(struct decimal *number, struct real_format format, struct real *result) {
  uint32_t words[PART_WORDS];
  int exponent = 0, missing;
  for (;;) {
    if (number->point - number->first > PART_LIMBS) {
      missing = -MAX_SHIFT;
    } else {
      integer_part(number, words);
      missing = format.bits - bit_length(words, PART_WORDS);
    }
    /* Below the least exponent, the mantissa stays shorter instead. */
    if (missing > exponent - format.least_exponent)
      missing = exponent - format.least_exponent;
    if (missing == 0)
      break;
    int bits = missing > 0 ? missing : -missing;
    if (bits > MAX_SHIFT)
      bits = MAX_SHIFT;
    if (missing > 0) {
      __albers_decimal_multiply(number, bits);
      exponent -= bits;
    } else {
      /* From now on the number is only divided: its first two limbs after the point decide all comparisons. */
      __albers_decimal_divide(number, bits, 2);
      exponent += bits;
    }
  }
  for (int i = 0; i < MANTISSA_WORDS; i++)
    result->mantissa[i] = words[i];
  result->exponent = exponent;
  finish(result, format, compare_fraction(number));
}

/* Add a decimal digit that counts 10^position. */
static void place_digit(struct decimal *number, int digit, int position) {
  int from_point = position >= 0 ? -(position / LIMB_DIGITS) - 1 : (-1 - position) / LIMB_DIGITS;
  int index = number->point + from_point;
  int within = position + (from_point + 1) * LIMB_DIGITS;
  uint32_t value = (uint32_t)digit;
  for (int i = 0; i < within; i++)
    value *= 10;
  if (number->first == number->end) {
    number->first = index;
    number->end = index;
  }
  for (; number->end <= index; number->end++)
    number->limbs[number->end] = 0;
  number->limbs[index] += value;
}

/* Digits with an optional point from text[i], at least one of them known to be there. */
static size_t scan_decimal(const char *text, size_t i, struct real_format format, int max_10_exp, uint32_t *limbs,
                           int capacity, struct real *result) {
  size_t start = i;
  int leading = 0; /* position of the first digit that is not zero, if there were no exponent */
  int seen_point = 0, any = 0;
  for (; is_digit(text[i]) || (text[i] == '.' && !seen_point); i++) {
    if (text[i] == '.') {
      seen_point = 1;
    } else if (any || text[i] != '0') {
      if (!any && seen_point)
        leading--;
      else if (any && !seen_point && leading < HUGE_EXPONENT)
        leading++;
      any = 1;
    } else if (seen_point && leading > -HUGE_EXPONENT) {
      leading--;
    }
  }
  int exponent = leading + scan_exponent(text, &i, 'e');
  result->kind = REAL_ZERO;
  if (!any)
    return i;
  /* log10(2) is a little less than 0.31: ten to this power is below half of the smallest number. */
  int smallest = format.least_exponent * 31 / 100 - 3;
  if (exponent > max_10_exp) {
    result->kind = REAL_INFINITE;
    errno = ERANGE;
    return i;
  }
  if (exponent < smallest) {
    errno = ERANGE;
    return i;
  }

  struct decimal number;
  __albers_decimal_clear(&number, limbs, capacity, max_10_exp / LIMB_DIGITS + 3);
  int position = exponent, started = 0;
  /* Leave one limb for the digit that stands for all digits beyond. */
  int lowest = -(capacity - number.point - 1) * LIMB_DIGITS;
  for (size_t at = start; is_digit(text[at]) || text[at] == '.'; at++) {
    if (text[at] == '.') {
      if (at >= i)
        break;
      continue;
    }
    started |= text[at] != '0';
    if (!started)
      continue;
    if (text[at] != '0') {
      place_digit(&number, position >= lowest ? text[at] - '0' : 1, position >= lowest ? position : lowest - 1);
      if (position < lowest)
        break;
    }
    position--;
  }
  round_decimal(&number, format, result);
  return i;
}

static int hex_value(char c) {
  if (is_digit(c))
    return c - '0';
  char letter = lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* Shift the mantissa to the left by up to four bits and add `digit` at its end. */
static void append_bits(struct real *number, int bits, uint32_t digit) {
  for (int i = 0; i < MANTISSA_WORDS; i++) {
    uint64_t wide = (uint64_t)number->mantissa[i] << bits | digit;
    number->mantissa[i] = (uint32_t)wide;
    digit = (uint32_t)(wide >> 32);
  }
}

/* Cut off the lowest bit; `beyond` as in `finish`. */
static int cut_bit(struct real *number, int beyond) {
  beyond = is_odd(number) ? (beyond == 0 ? 2 : 3) : (beyond == 0 ? 0 : 1);
  for (int i = 0; i < MANTISSA_WORDS; i++) {
    uint32_t above = i + 1 < MANTISSA_WORDS ? number->mantissa[i + 1] : 0;
    number->mantissa[i] = number->mantissa[i] >> 1 | above << 31;
  }
  number->exponent++;
  return beyond;
}

/* Hexadecimal digits with an optional point from text[i], behind "0x". */
static size_t scan_hexadecimal(const char *text, size_t i, struct real_format format, struct real *result) {
  int exponent = 0, beyond = 0, seen_point = 0;
  for (; hex_value(text[i]) >= 0 || (text[i] == '.' && !seen_point); i++) {
    if (text[i] == '.') {
      seen_point = 1;
      continue;
    }
    uint32_t digit = (uint32_t)hex_value(text[i]);
    if (bit_length(result->mantissa, MANTISSA_WORDS) <= MANTISSA_WORDS * 32 - 4) {
      append_bits(result, 4, digit);
      exponent -= seen_point ? 4 : 0;
    } else {
      /* One bit that is never rounded stands for all that does not fit. */
      beyond |= digit != 0;
      exponent += seen_point ? 0 : 4;
    }
  }
  result->exponent = exponent + scan_exponent(text, &i, 'p');
  result->kind = REAL_ZERO;
  int length = bit_length(result->mantissa, MANTISSA_WORDS);
  if (length == 0)
    return i;
  if (result->exponent < format.least_exponent - 2 * MANTISSA_WORDS * 32)
    result->exponent = format.least_exponent - 2 * MANTISSA_WORDS * 32;
  /* A short mantissa is made longer as far as the least exponent allows, a long one is cut. */
  for (; length < format.bits && result->exponent > format.least_exponent; length++) {
    append_bits(result, 1, 0);
    result->exponent--;
  }
  for (; length > format.bits || result->exponent < format.least_exponent; length--)
    beyond = cut_bit(result, beyond);
  finish(result, format, beyond);
  return i;
}

/* "nan", and a sequence in parentheses after it if that is closed. */
static size_t skip_nan(const char *text, size_t i) {
  i += 3;
  if (text[i] != '(')
    return i;
  size_t inside = i + 1;
  while (is_digit(text[inside]) || (lower(text[inside]) >= 'a' && lower(text[inside]) <= 'z') || text[inside] == '_')
    inside++;
  return text[inside] == ')' ? inside + 1 : i;
}

void __albers_scan_real(const char *text, char **end, struct real_format format, int max_10_exp, uint32_t *limbs,
                        int capacity, struct real *result) {
  size_t i = 0, stop = 0;
  for (int word = 0; word < MANTISSA_WORDS; word++)
    result->mantissa[word] = 0;
  result->exponent = format.least_exponent;
  result->negative = 0;
  result->kind = REAL_ZERO;
  while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))
    i++;
  if (text[i] == '+' || text[i] == '-') {
    result->negative = text[i] == '-';
    i++;
  }
  if (starts_with(text + i, "inf")) {
    result->kind = REAL_INFINITE;
    stop = i + (starts_with(text + i, "infinity") ? 8 : 3);
  } else if (starts_with(text + i, "nan")) {
    result->kind = REAL_NAN;
    stop = skip_nan(text, i);
  } else if (text[i] == '0' && lower(text[i + 1]) == 'x' &&
             (hex_value(text[i + 2]) >= 0 || (text[i + 2] == '.' && hex_value(text[i + 3]) >= 0))) {
    stop = scan_hexadecimal(text, i + 2, format, result);
  } else if (is_digit(text[i]) || (text[i] == '.' && is_digit(text[i + 1]))) {
    stop = scan_decimal(text, i, format, max_10_exp, limbs, capacity, result);
  } else {
    result->negative = 0;
  }
  if (result->kind == REAL_ZERO) {
    /* A number that was rounded to zero, or never was one, has no bits left over from reading it. */
    for (int word = 0; word < MANTISSA_WORDS; word++)
      result->mantissa[word] = 0;
    result->exponent = format.least_exponent;
  }
  if (stop == 0)
    errno = EINVAL; /* no number at all, as in __albers_scan_integer */
  if (end != NULL)
    *end = (char *)text + stop;
}
