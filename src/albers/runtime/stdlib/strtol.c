/* Strings to integers, with errors for numbers that do not fit. */

#include "scan_integer.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* A signed result, within [-limit - 1, limit]. */
static long long read_signed(const char *text, char **end, int base, unsigned long long limit) {
  struct scanned_integer number;
  if (!__albers_scan_integer(text, end, base, &number))
    return 0;
  unsigned long long furthest = number.negative ? limit + 1 : limit;
  if (number.overflow || number.magnitude > furthest) {
    errno = ERANGE;
    number.magnitude = furthest;
  }
  return (long long)(number.negative ? -number.magnitude : number.magnitude);
}

/* An unsigned result, within [0, limit]; a minus sign negates the result in the type itself. */
static unsigned long long read_unsigned(const char *text, char **end, int base, unsigned long long limit) {
  struct scanned_integer number;
  if (!__albers_scan_integer(text, end, base, &number))
    return 0;
  if (number.overflow || number.magnitude > limit) {
    errno = ERANGE;
    return limit;
  }
  return number.negative ? -number.magnitude : number.magnitude;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  return (long)read_signed(text, end, base, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
  return read_signed(text, end, base, LLONG_MAX);
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) {
  return read_signed(text, end, base, INTMAX_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  return (unsigned long)read_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return read_unsigned(text, end, base, ULLONG_MAX);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) {
  return read_unsigned(text, end, base, UINTMAX_MAX);
}
