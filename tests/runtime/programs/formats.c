/* printf: flags, widths, precisions, lengths, floats, long doubles, arguments by number. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

static const char *const INTEGER_FORMATS[] = {"[%d]", "[%5d]", "[%-5d]", "[%05d]", "[%+d]", "[% d]", "[%.3d]", "[%8.3d]"};
static const char *const HEX_FORMATS[] = {"[%x]", "[%#X]", "[%#o]", "[%08x]", "[%-8x]", "[%.0x]"};
static const char *const FLOAT_FORMATS[] = {"[%f]", "[%.2f]", "[%e]", "[%.3E]", "[%g]", "[%#g]", "[%G]", "[%10.2f]",
                                            "[%-12.4e]", "[%+.1f]", "[%012.3f]", "[%a]", "[%.0f]"};

int main(void) {
  const int integers[] = {0, -1, 42, -2147483647 - 1};
  const double numbers[] = {0.0, -2.5, 0.1, 123456789.125, 1e-7, 99999.5};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    for (size_t j = 0; j < sizeof INTEGER_FORMATS / sizeof *INTEGER_FORMATS; j++)
      printf(INTEGER_FORMATS[j], integers[i]);
    for (size_t j = 0; j < sizeof HEX_FORMATS / sizeof *HEX_FORMATS; j++)
      printf(HEX_FORMATS[j], (unsigned)integers[i]);
    putchar('\n');
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    for (size_t j = 0; j < sizeof FLOAT_FORMATS / sizeof *FLOAT_FORMATS; j++)
      printf(FLOAT_FORMATS[j], numbers[i]);
    putchar('\n');
  }
  printf("%hhd %hd %ld %lld %jd %zu %td\n", 300, 70000, -5L, 1LL << 40, (intmax_t)-9, sizeof(int), (ptrdiff_t)-3);
  printf("%s|%10s|%-10s|%.2s|%c|%%|%5c|\n", "text", "right", "left", "cut", 'c', 'd');
  printf("%2$s %1$s %2$s\n", "one", "two");
  printf("%*d|%-*d|%.*f\n", 6, 42, 6, 42, 3, 2.0 / 3);
  printf("%Lf %.30Lg %Le\n", 1.5L, 0.1L, -12345.678L);
  printf("%f %F %.3e %g\n", 1.0 / 0.0, -1.0 / 0.0, 1e300, 5e-324);
  int count;
  printf("%d%n characters, ", 12345, &count);
  printf("%d of them before\n", count);
  printf("%" PRId64 " %" PRIu32 " %" PRIx8 "\n", INT64_MIN, UINT32_MAX, (uint8_t)200);
  char buffer[8];
  int length = snprintf(buffer, sizeof buffer, "%s", "longer than the buffer");
  printf("%d %s\n", length, buffer);
  fprintf(stderr, "to standard error: %d\n", 7);
  return 0;
}
