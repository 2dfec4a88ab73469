/* A table: every flag and a choice of widths, precisions and lengths, each with every value. */
#include <stdio.h>

static const char *const FLAGS[] = {"", "-", "+", "#0", " 0"};
static const char *const SIZES[] = {"", "9", ".0", "9.3"};

static void form(char *text, const char *flags, const char *size, const char *conversion) {
  sprintf(text, "%%%s%s%s|", flags, size, conversion);
}

int main(void) {
  static const int integers[] = {0, 7, -123456};
  static const long long longs[] = {1LL << 62, -(1LL << 40)};
  static const double reals[] = {-0.0, -123.456, 1e15, 1e-5, 1.0 / 0.0};
  char text[32];
  for (size_t f = 0; f < sizeof FLAGS / sizeof *FLAGS; f++) {
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++) {
      for (const char *conversion = "dxo"; *conversion; conversion++) {
        char one[] = {*conversion, 0}, two[] = {'l', 'l', *conversion, 0}, byte[] = {'h', 'h', *conversion, 0};
        for (size_t i = 0; i < 3; i++)
          form(text, FLAGS[f], SIZES[s], one), printf(text, integers[i]);
        for (size_t i = 0; i < 2; i++)
          form(text, FLAGS[f], SIZES[s], two), printf(text, longs[i]);
        form(text, FLAGS[f], SIZES[s], byte), printf(text, 300);
      }
      putchar('\n');
    }
  }
  for (size_t f = 0; f < sizeof FLAGS / sizeof *FLAGS; f++)
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s += 3) {
      for (const char *conversion = "fega"; *conversion; conversion++) {
        char one[] = {*conversion, 0};
        for (size_t i = 0; i < 5; i++)
          form(text, FLAGS[f], SIZES[s], one), printf(text, reals[i]);
      }
      putchar('\n');
    }
  for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++) {
    form(text, "", SIZES[s], "s"), printf(text, "string");
    form(text, "-", SIZES[s], "s"), printf(text, "");
    form(text, "-", SIZES[s][0] == '.' ? "" : SIZES[s], "c"), printf(text, 'c');
  }
  putchar('\n');
  return 0;
}
