/* qsort, bsearch and search.h: lists, trees, hash tables. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static int as_text(const void *a, const void *b) {
  return strcmp(a, b);
}

static void show(const void *node, VISIT visit, int depth) {
  if (visit == postorder || visit == leaf)
    printf("%s%s ", *(char *const *)node, depth >= 0 ? "" : " at no depth");
}

int main(void) {
  int values[40];
  for (int i = 0; i < 40; i++)
    values[i] = i * 37 % 41 - 20;
  qsort(values, 40, sizeof *values, by_value);
  for (int i = 0; i < 40; i++)
    printf("%d ", values[i]);
  int key = values[11], absent = 1000;
  printf("\n%d %d\n", (int)((int *)bsearch(&key, values, 40, sizeof *values, by_value) - values),
         bsearch(&absent, values, 40, sizeof *values, by_value) == NULL);
  const char *words[] = {"pear", "apple", "fig", "date", "cherry"};
  qsort(words, 5, sizeof *words, by_text);
  for (int i = 0; i < 5; i++)
    printf("%s ", words[i]);
  printf("\n");

  size_t count = 3;
  int list[4] = {5, 6, 7}, wanted = 6, fresh = 9;
  printf("%d ", (int)((int *)lfind(&wanted, list, &count, sizeof *list, by_value) - list));
  lsearch(&fresh, list, &count, sizeof *list, by_value);
  printf("%zu %d\n", count, list[3]);

  void *root = NULL;
  for (int i = 0; i < 5; i++)
    tsearch(words[i], &root, as_text);
  tdelete("fig", &root, as_text);
  printf("%d %d\n", tfind("fig", &root, as_text) == NULL, tfind("pear", &root, as_text) != NULL);
  twalk(root, show);
  printf("\n");

  hcreate(10);
  for (int i = 0; i < 5; i++)
    hsearch((ENTRY){(char *)words[i], (void *)words[4 - i]}, ENTER);
  ENTRY *found = hsearch((ENTRY){"date", NULL}, FIND);
  printf("%s %d\n", (char *)found->data, hsearch((ENTRY){"none", NULL}, FIND) == NULL);
  hdestroy();
  div_t quotient = div(-7, 2);
  printf("%d %d %d %ld %lld\n", quotient.quot, quotient.rem, abs(-3), labs(-4L), llabs(-5LL));
  return 0;
}
