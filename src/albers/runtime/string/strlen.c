/* Lengths of strings. */

#define _GNU_SOURCE
#include <string.h>

size_t strlen(const char *string) {
  size_t i = 0;
  while (string[i] != '\0')
    i++;
  return i;
}

size_t strnlen(const char *string, size_t limit) {
  size_t i = 0;
  while (i < limit && string[i] != '\0')
    i++;
  return i;
}
