/* ctype.h and wctype.h: classes and cases in the C locale. */
#include <ctype.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

static void row(const char *name, int (*test)(int)) {
  printf("%s ", name);
  for (int c = -1; c < 128; c++)
    putchar(test(c) ? '#' : '.');
  putchar('\n');
}

int main(void) {
  row("alpha", isalpha), row("digit", isdigit), row("alnum", isalnum), row("space", isspace), row("punct", ispunct);
  row("upper", isupper), row("lower", islower), row("xdigit", isxdigit), row("cntrl", iscntrl), row("print", isprint);
  row("graph", isgraph), row("blank", isblank);
  for (int c = '0'; c < 'z'; c++)
    printf("%c%c", tolower(c), toupper(c));
  putchar('\n');
  for (wchar_t c = 0; c < 128; c++)
    putchar((iswalpha(c) != 0) + 2 * (iswdigit(c) != 0) + 4 * (iswspace(c) != 0) + '0');
  printf("\n%d %d %d\n", (int)towupper('q'), (int)towlower('Q'), iswctype('x', wctype("xdigit")) != 0);
  return 0;
}
