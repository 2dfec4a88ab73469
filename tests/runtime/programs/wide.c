/* Multibyte and wide characters in a UTF-8 locale. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  printf("%d ", MB_CUR_MAX == 1);
  printf("%d ", setlocale(LC_ALL, "C.UTF-8") != NULL);
  printf("%d\n", MB_CUR_MAX > 1);
  const char *text = "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x8e\xa8";
  wchar_t wide[32];
  size_t length = mbstowcs(wide, text, 32);
  printf("%zu:", length);
  for (size_t i = 0; i < length; i++)
    printf(" %x", (unsigned)wide[i]);
  char back[64];
  printf("\n%zu ", wcstombs(back, wide, sizeof back));
  printf("%d\n", strcmp(back, text));
  printf("%d %d %d\n", mblen("\xe2\x82\xac", 3), mblen("\xe2\x82", 2), mblen("", 1));
  mbstate_t state = {0};
  wchar_t one;
  printf("%zd ", mbrtowc(&one, "\xc3", 1, &state));
  printf("%zd ", mbrtowc(&one, "\xa9", 1, &state));
  printf("%x\n", (unsigned)one);
  errno = 0;
  state = (mbstate_t){0};
  printf("%zd ", mbrtowc(&one, "\xff", 1, &state));
  printf("%d\n", errno == EILSEQ);
  printf("%d %d %x %x\n", iswalpha(0xe9) != 0, iswupper(0xc9) != 0, (unsigned)towupper(0xe9), (unsigned)towlower(0x416));
  printf("%ls|%10ls|%.3ls|%lc\n", wide, L"right", L"cutting", (wint_t)0x20ac);
  wchar_t formatted[32];
  printf("%d ", swprintf(formatted, 32, L"%d-%ls-%s", 42, L"wide", "narrow"));
  printf("%ls %ld %g\n", formatted, wcstol(L"0x2A", NULL, 0), wcstod(L"2.5", NULL));
  printf("%zu %d %ls\n", wcslen(L"four"), wcscmp(L"a", L"b") < 0, wcschr(L"abcd", L'c'));
  wchar_t words[] = L"split these words", *rest;
  for (wchar_t *word = wcstok(words, L" ", &rest); word != NULL; word = wcstok(NULL, L" ", &rest))
    printf("<%ls>", word);
  printf("\n%d %d\n", wcwidth(L'a'), wcwidth(0x4e2d));
  return 0;
}
