/* How floating-point numbers look: exact decimal expansions, rounded once, to even. */

#include "format.h"

#include "decimal.h"

/* The parts of a number in text; the exponent counts when `marker` is not 0. */
struct appearance {
  int integer_digits;
  int fraction_digits;
  int show_point;
  char marker;
  int exponent;
};

static int is_upper(const struct directive *directive) {
  return directive->conversion >= 'A' && directive->conversion <= 'Z';
}

static int sign_prefix(const struct directive *directive, int negative, char *prefix) {
  if (!negative && !directive->plus && !directive->space)
    return 0;
  prefix[0] = negative ? '-' : directive->plus ? '+' : ' ';
  return 1;
}

/* Exponents have at least `least` digits; their text, and its length. */
static int exponent_text(int exponent, int least, char *text) {
  char digits[8];
  int first = sizeof digits, length = 0;
  for (int rest = exponent < 0 ? -exponent : exponent; rest != 0; rest /= 10)
    digits[--first] = (char)('0' + rest % 10);
  while ((int)sizeof digits - first < least)
    digits[--first] = '0';
  text[length++] = exponent < 0 ? '-' : '+';
  while (first < (int)sizeof digits)
    text[length++] = digits[first++];
  return length;
}

static void put_digit(struct sink *sink, int digit) {
  __albers_sink_fill(sink, (char)('0' + digit), 1);
}

/* Digits from `position` downwards. Those below the last one of the number are zeros. */
static void put_digits(struct sink *sink, const struct decimal *number, int position, int count) {
  int last = __albers_decimal_last(number);
  int significant = position >= last ? position - last + 1 : 0;
  if (significant > count)
    significant = count;
  for (int i = 0; i < significant; i++)
    put_digit(sink, __albers_decimal_digit(number, position - i));
  __albers_sink_fill(sink, '0', count - significant);
}

static void put_decimal(struct sink *sink, const struct directive *directive, const struct decimal *number,
                        int negative, const struct appearance *look) {
  char prefix[1], exponent[10];
  int exponent_length = look->marker ? exponent_text(look->exponent, 2, exponent) : 0;
  int body = look->integer_digits + look->show_point + look->fraction_digits;
  struct layout layout = {prefix, sign_prefix(directive, negative, prefix),
                          body + (look->marker ? 1 : 0) + exponent_length, directive->zero};
  int after = __albers_format_begin(sink, directive, &layout);
  int first = look->marker ? look->exponent : look->integer_digits - 1;
  put_digits(sink, number, first, look->integer_digits);
  if (look->show_point)
    __albers_sink_put(sink, ".", 1);
  put_digits(sink, number, first - look->integer_digits, look->fraction_digits);
  if (look->marker)
    __albers_sink_put(sink, &look->marker, 1);
  __albers_sink_put(sink, exponent, (size_t)exponent_length);
  __albers_sink_fill(sink, ' ', after);
}

/* Style f: digits around the point. */
static struct appearance fixed_look(const struct directive *directive, const struct decimal *number, int fraction) {
  int exponent = __albers_decimal_exponent(number);
  return (struct appearance){.integer_digits = exponent > 0 ? exponent + 1 : 1,
                             .fraction_digits = fraction,
                             .show_point = fraction > 0 || directive->alternate};
}

/* Style e: one digit, a fraction, and a power of ten. */
static struct appearance scientific_look(const struct directive *directive, const struct decimal *number,
                                         int fraction) {
  return (struct appearance){.integer_digits = 1,
                             .fraction_digits = fraction,
                             .show_point = fraction > 0 || directive->alternate,
                             .marker = is_upper(directive) ? 'E' : 'e',
                             .exponent = __albers_decimal_exponent(number)};
}

/* Style g: whichever of the two is shorter, without zeros at its end unless they are asked for. */
static struct appearance general_look(const struct directive *directive, struct decimal *number, int precision) {
  int significant = precision > 0 ? precision : 1;
  __albers_decimal_round(number, significant - 1 - __albers_decimal_exponent(number));
  int exponent = __albers_decimal_exponent(number);
  int fixed = exponent >= -4 && exponent < significant;
  int fraction = fixed ? significant - 1 - exponent : significant - 1;
  if (!directive->alternate) {
    int last = __albers_decimal_last(number);
    int needed = fixed ? -last : exponent - last;
    if (needed < 0)
      needed = 0;
    if (fraction > needed)
      fraction = needed;
  }
  return fixed ? fixed_look(directive, number, fraction) : scientific_look(directive, number, fraction);
}

static void put_special(struct sink *sink, const struct directive *directive, const struct real *number) {
  int upper = is_upper(directive);
  const char *text = number->kind == REAL_NAN ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  char prefix[1];
  struct layout layout = {prefix, sign_prefix(directive, number->negative, prefix), 3, 0};
  int after = __albers_format_begin(sink, directive, &layout);
  __albers_sink_put(sink, text, 3);
  __albers_sink_fill(sink, ' ', after);
}

static uint32_t hexadecimal_digit(const struct real *number, int position) {
  int bit = position * 4;
  return bit < MANTISSA_WORDS * 32 ? number->mantissa[bit / 32] >> bit % 32 & 15 : 0;
}

/* Cut the lowest `count` hexadecimal digits of the mantissa to zero, rounding to even. */
static void round_hexadecimal(struct real *number, int count) {
  int half = hexadecimal_digit(number, count - 1) == 8, above = hexadecimal_digit(number, count - 1) > 8;
  for (int i = 0; i < count - 1; i++)
    if (half && hexadecimal_digit(number, i) != 0)
      above = 1;
  int up = above || (half && hexadecimal_digit(number, count) % 2 != 0);
  for (int i = 0; i < count; i++)
    number->mantissa[i / 8] &= ~((uint32_t)15 << i % 8 * 4);
  uint64_t carry = up ? (uint64_t)1 << count % 8 * 4 : 0;
  for (int i = count / 8; i < MANTISSA_WORDS; i++) {
    carry += number->mantissa[i];
    number->mantissa[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

/* Style a: the mantissa in hexadecimal, and a power of two. */
static void put_hexadecimal(struct sink *sink, const struct directive *directive, struct real *number,
                            struct real_format format) {
  int stored = (format.bits - 1) / 4; /* digits after the point */
  int shown = directive->precision;
  if (number->kind == REAL_ZERO)
    number->exponent = -stored * 4;
  if (shown < 0) {
    shown = stored;
    while (shown > 0 && hexadecimal_digit(number, stored - shown) == 0)
      shown--;
  } else if (shown < stored) {
    round_hexadecimal(number, stored - shown);
  }
  int leading = (int)hexadecimal_digit(number, stored), exponent_shift = 0;
  /* Rounding up may leave sixteen before the point. */
  if (hexadecimal_digit(number, stored + 1) != 0) {
    leading = 1;
    exponent_shift = 4;
  }
  const char *symbols = is_upper(directive) ? "0123456789ABCDEF" : "0123456789abcdef";
  char prefix[3], exponent[10], marker = is_upper(directive) ? 'P' : 'p';
  int prefix_length = sign_prefix(directive, number->negative, prefix);
  prefix[prefix_length++] = '0';
  prefix[prefix_length++] = is_upper(directive) ? 'X' : 'x';
  int exponent_length = exponent_text(number->exponent + stored * 4 + exponent_shift, 1, exponent);
  int show_point = shown > 0 || directive->alternate;
  struct layout layout = {prefix, prefix_length, 1 + show_point + shown + 1 + exponent_length, directive->zero};
  int after = __albers_format_begin(sink, directive, &layout);
  __albers_sink_put(sink, symbols + leading, 1);
  __albers_sink_put(sink, ".", (size_t)show_point);
  for (int i = 1; i <= shown; i++)
    __albers_sink_put(sink, symbols + (i <= stored ? hexadecimal_digit(number, stored - i) : 0), 1);
  __albers_sink_put(sink, &marker, 1);
  __albers_sink_put(sink, exponent, (size_t)exponent_length);
  __albers_sink_fill(sink, ' ', after);
}

void __albers_format_split_real(struct sink *sink, const struct directive *directive, struct real *number,
                                struct real_format format, uint32_t *limbs, int capacity, int point) {
  if (number->kind == REAL_INFINITE || number->kind == REAL_NAN) {
    put_special(sink, directive, number);
    return;
  }
  char style = (char)(directive->conversion | 32);
  if (style == 'a') {
    put_hexadecimal(sink, directive, number, format);
    return;
  }
  struct decimal decimal;
  __albers_decimal_clear(&decimal, limbs, capacity, point);
  __albers_decimal_set(&decimal, number->mantissa, MANTISSA_WORDS);
  __albers_decimal_scale(&decimal, number->exponent);
  int precision = directive->precision < 0 ? 6 : directive->precision;
  struct appearance look;
  if (style == 'f') {
    __albers_decimal_round(&decimal, precision);
    look = fixed_look(directive, &decimal, precision);
  } else if (style == 'e') {
    __albers_decimal_round(&decimal, precision - __albers_decimal_exponent(&decimal));
    look = scientific_look(directive, &decimal, precision);
  } else {
    look = general_look(directive, &decimal, precision);
  }
  put_decimal(sink, directive, &decimal, number->negative, &look);
}

enum {
  POINT = INTEGER_LIMBS(DBL_MAX_10_EXP),
  LIMBS = POINT + FRACTION_LIMBS(DBL_MANT_DIG, DBL_MIN_EXP),
};

void __albers_format_real(struct sink *sink, const struct directive *directive, double value) {
  uint32_t limbs[LIMBS];
  struct real number;
  __albers_split_double(value, &number);
  __albers_format_split_real(sink, directive, &number, DOUBLE_FORMAT, limbs, LIMBS, POINT);
}
