/* Strings copied to the heap. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

char *strndup(const char *string, size_t limit) {
  size_t length = strnlen(string, limit);
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return NULL;
  memcpy(copy, string, length);
  copy[length] = '\0';
  return copy;
}

char *strdup(const char *string) {
  size_t size = strlen(string) + 1;
  char *copy = malloc(size);
  return copy != NULL ? memcpy(copy, string, size) : NULL;
}
