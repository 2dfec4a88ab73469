/* regex.h and fnmatch.h. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>

static void match(const char *pattern, int flags, const char *text) {
  regex_t expression;
  regmatch_t groups[4];
  int problem = regcomp(&expression, pattern, flags);
  if (problem != 0) {
    printf("%s: does not compile\n", pattern);
    return;
  }
  if (regexec(&expression, text, 4, groups, 0) != 0)
    printf("%s in %s: no match\n", pattern, text);
  else {
    printf("%s in %s:", pattern, text);
    for (int i = 0; i < 4 && i <= (int)expression.re_nsub; i++)
      printf(" %d-%d", (int)groups[i].rm_so, (int)groups[i].rm_eo);
    printf("\n");
  }
  regfree(&expression);
}

int main(void) {
  match("b+c", REG_EXTENDED, "abbbcd"), match("^(a|ab)(c|bcd)$", REG_EXTENDED, "abcd");
  match("[[:digit:]]{2,3}", REG_EXTENDED, "x1234"), match("HELLO", REG_ICASE, "say hello");
  match("a\\(b*\\)\\1", 0, "abbbb"), match("x*", 0, ""), match("(", REG_EXTENDED, ""), match("[^a-c]", 0, "abcd");
  match("^line", REG_NEWLINE, "one\nline"), match("z", 0, "abc");
  const char *names[] = {"*.c", "[a-c]?.txt", "*/x", "a\\*b", "[!x]*"};
  const char *texts[] = {"file.c", "b1.txt", "dir/x", "a*b", ".hidden"};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      printf("%d%d%d ", fnmatch(names[i], texts[j], 0) != 0, fnmatch(names[i], texts[j], FNM_PATHNAME) != 0,
             fnmatch(names[i], texts[j], FNM_PERIOD | FNM_CASEFOLD) != 0);
  printf("\n");
  return 0;
}
