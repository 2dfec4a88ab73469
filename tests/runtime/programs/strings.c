/* string.h: copying, comparing, searching, cutting; also what comes from musl. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int sign(int value) {
  return (value > 0) - (value < 0);
}

int main(void) {
  char buffer[64] = "one", copy[16];
  strcat(buffer, " two");
  strncat(buffer, " three and more", 6);
  printf("%s %zu %zu\n", buffer, strlen(buffer), strnlen(buffer, 5));
  printf("%s ", strcpy(copy, "copied"));
  printf("%s%s\n", stpcpy(copy + 6, "!"), copy);
  printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strncmp("abc", "abd", 2)), sign(strcasecmp("ABC", "abc")),
         sign(memcmp("ab\0d", "ab\0c", 4)));
  printf("%d %d\n", sign(strcoll("x", "y")), sign(strverscmp("file10", "file9")));
  printf("%s %s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("haystack", "st"), strpbrk("key=val", "=:"));
  printf("%zu %zu %s\n", strspn("123abc", "0123456789"), strcspn("abc,def", ","), strchrnul("abc", 'z'));
  printf("%d %s\n", memchr("abc", 'z', 3) == NULL, (char *)memmem("needle in hay", 13, "in", 2));
  char list[] = "a,b;;c", *rest;
  for (char *token = strtok_r(list, ",;", &rest); token != NULL; token = strtok_r(NULL, ",;", &rest))
    printf("<%s>", token);
  char fields[] = "x::y", *next = fields, *field;
  while ((field = strsep(&next, ":")) != NULL)
    printf("[%s]", field);
  char *twin = strdup("twin"), *part = strndup("partial", 4);
  printf(" %s %s\n", twin, part);
  free(twin), free(part);
  memmove(buffer + 2, buffer, 8), memset(buffer, '*', 2);
  printf("%.10s %s\n", buffer, (char *)mempcpy(copy, "abc", 4) - 4);
  printf("%s; %s; %s\n", strerror(ENOENT), strerror(EINVAL), strerror(0) != NULL ? "a message" : "none");
  printf("%zu %d %d\n", strxfrm(copy, "same", sizeof copy), ffs(40), ffsll(1LL << 40));
  swab("badc", copy, 4), copy[4] = 0;
  printf("%s\n", copy);
  return 0;
}
