/* Reading an integer at the start of a string, for the whole strtol family. */

#include "scan_integer.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>

/* 36 to this power is still below 2 to the 64: no such number overflows, whatever its base. */
enum { DIGITS_THAT_FIT = 12 };

/* The two questions asked about each character have one answer each: a symbolic character forks once. */

static int is_space(char c) {
  return (c == ' ') | ((unsigned)(unsigned char)c - '\t' < 5u);
}

/* The value of a digit; at least `base` for everything else. */
static unsigned digit_value(char c, int base) {
  unsigned decimal = (unsigned)(unsigned char)c - '0';
  if (base <= 10)
    return decimal;
  unsigned letter = ((unsigned)(unsigned char)c | 32) - 'a';
  unsigned is_decimal = decimal < 10u, is_letter = letter < 26u;
  unsigned neither = !(is_decimal | is_letter);
  return (-is_decimal & decimal) | (-is_letter & (letter + 10)) | (-neither & (unsigned)base);
}

int __albers_scan_integer(const char *text, char **end, int base, struct scanned_integer *result) {
  result->magnitude = 0;
  result->negative = 0;
  result->overflow = 0;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  size_t i = 0;
  while (is_space(text[i]))
    i++;
  if (text[i] == '+' || text[i] == '-') {
    result->negative = text[i] == '-';
    i++;
  }
  /* Without a digit after "0x", the number is the zero alone. */
  if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') &&
      digit_value(text[i + 2], 16) < 16) {
    i += 2;
    base = 16;
  }
  if (base == 0)
    base = text[i] == '0' ? 8 : 10;

  unsigned long long largest = ULLONG_MAX / (unsigned)base;
  unsigned largest_last_digit = (unsigned)(ULLONG_MAX % (unsigned)base);
  unsigned long long value = 0;
  size_t first = i;
  for (;; i++) {
    unsigned digit = digit_value(text[i], base);
    if (digit >= (unsigned)base)
      break;
    if (i - first >= DIGITS_THAT_FIT && (value > largest || (value == largest && digit > largest_last_digit))) {
      result->overflow = 1;
      value = ULLONG_MAX;
    } else {
      value = value * (unsigned)base + digit;
    }
  }
  result->magnitude = value;
  if (i == first)
    errno = EINVAL; /* no number at all: musl says so, glibc does not, POSIX allows both */
  if (end != NULL)
    *end = (char *)text + (i > first ? i : 0);
  return 1;
}
