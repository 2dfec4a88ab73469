/* locale.h in the locale every C program starts in, and in those that every machine has. */
#define _GNU_SOURCE
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void conventions(void) {
  struct lconv *local = localeconv();
  printf("[%s] [%s] [%s] [%s] [%s]\n", local->decimal_point, local->thousands_sep, local->grouping,
         local->currency_symbol, local->positive_sign);
  printf("%d %d %d\n", local->frac_digits, local->p_cs_precedes, local->n_sign_posn);
  printf("%s %s %s %s %s\n", nl_langinfo(DAY_1), nl_langinfo(ABDAY_7), nl_langinfo(MON_12), nl_langinfo(ABMON_5),
         nl_langinfo(AM_STR));
  printf("%s|%s|%s\n", nl_langinfo(D_FMT), nl_langinfo(RADIXCHAR), nl_langinfo(YESEXPR));
}

static void order(void) {
  const char *words[] = {"", "a", "B", "ab", "aB", "a b"};
  char left[64], right[64];
  for (size_t i = 0; i < 6; i++)
    for (size_t j = 0; j < 6; j++) {
      int direct = strcoll(words[i], words[j]);
      strxfrm(left, words[i], sizeof left), strxfrm(right, words[j], sizeof right);
      int transformed = strcmp(left, right);
      printf("%d%d ", (direct > 0) - (direct < 0), (transformed > 0) - (transformed < 0));
    }
  putchar('\n');
}

int main(void) {
  printf("%s\n", setlocale(LC_ALL, NULL));
  conventions();
  order();
  printf("%s %s\n", setlocale(LC_ALL, "C"), setlocale(LC_NUMERIC, "POSIX"));
  printf("%d %d\n", isalpha(0xe9) != 0, (int)MB_CUR_MAX);
  printf("%d\n", setlocale(LC_ALL, "C.UTF-8") != NULL);
  printf("%d %d %zu\n", isalpha(0xe9) != 0, (int)towupper(0xe9), strlen(nl_langinfo(CODESET)));
  printf("%.2f %g\n", 1234567.891, strtod("2,5", NULL));
  conventions();
  order();
  locale_t utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
  locale_t before = uselocale(utf8);
  printf("%d %d %d\n", before == LC_GLOBAL_LOCALE, iswalpha_l(0x3b1, utf8) != 0, (int)towupper_l(0x3b1, utf8));
  uselocale(before);
  freelocale(utf8);
  return 0;
}
