/* Searching strings for a character. */

#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

char *strchrnul(const char *string, int wanted) {
  size_t i = 0;
  while (string[i] != '\0' && string[i] != (char)wanted)
    i++;
  return (char *)string + i;
}

char *strchr(const char *string, int wanted) {
  for (size_t i = 0;; i++) {
    if (string[i] == (char)wanted)
      return (char *)string + i;
    if (string[i] == '\0')
      return NULL;
  }
}

char *strrchr(const char *string, int wanted) {
  const char *last = NULL;
  for (size_t i = 0;; i++) {
    if (string[i] == (char)wanted)
      last = string + i;
    if (string[i] == '\0')
      return (char *)last;
  }
}

char *index(const char *string, int wanted) {
  return strchr(string, wanted);
}

char *rindex(const char *string, int wanted) {
  return strrchr(string, wanted);
}

/* musl's name for it, in its own files. */
char *__strchrnul(const char *string, int wanted) __attribute__((alias("strchrnul")));
