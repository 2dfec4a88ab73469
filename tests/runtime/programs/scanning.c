/* sscanf and the strtol and strtod families: values, ends, errors. Without a number C leaves errno to the library. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void integer(const char *text, int base) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, base);
  printf("strtol(%s, %d) = %ld, %d read, error %d\n", text, base, value, (int)(end - text), end == text ? 0 : errno);
  errno = 0;
  unsigned long long wide = strtoull(text, &end, base);
  printf("strtoull = %llu, %d read, error %d\n", wide, (int)(end - text), end == text ? 0 : errno);
}

static void real(const char *text) {
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  printf("strtod(%s) = %.17g, %d read, error %d\n", text, value, (int)(end - text), end == text ? 0 : errno);
  printf("strtof = %.9g, strtold = %.15Lg\n", strtof(text, NULL), strtold(text, NULL));
}

int main(void) {
  integer("12", 10), integer("  -7x", 10), integer("0x1f", 16), integer("0x1f", 0), integer("017", 0);
  integer("zz", 36), integer("", 10), integer("99999999999999999999", 10), integer("-99999999999999999999", 10);
  real("1.5"), real("-2.25e2"), real("1e400"), real("0x1.8p3"), real(".5."), real("inf");
  printf("%d %ld %lld %g\n", atoi("-42x"), atol("7"), atoll("12345678901"), atof("2.5"));
  printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-5", NULL, 10), strtoumax("5", NULL, 10));

  int day, year, read;
  char month[8], rest[8] = "";
  double ratio;
  unsigned hex;
  read = sscanf("15 July 2024 0.5 ff tail", "%d %7s %d %lf %x", &day, month, &year, &ratio, &hex);
  printf("%d: %d %s %d %g %u\n", read, day, month, year, ratio, hex);
  read = sscanf("abc123", "%[a-z]%d", rest, &day);
  printf("%d: %s %d\n", read, rest, day);
  read = sscanf("x=5", "y=%d", &day);
  printf("%d\n", read);
  read = sscanf("", "%d", &day);
  printf("%d\n", read);
  read = sscanf("12:34", "%d:%d", &day, &year);
  printf("%d: %d %d\n", read, day, year);
  return 0;
}
