/* Copying and appending strings into a buffer of known size; the result is the length that was wanted. */

#define _GNU_SOURCE
#include <string.h>

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t i = 0;
  for (; i + 1 < size && source[i] != '\0'; i++)
    target[i] = source[i];
  if (size > 0)
    target[i] = '\0';
  return i + strlen(source + i);
}

size_t strlcat(char *target, const char *source, size_t size) {
  size_t length = strnlen(target, size);
  if (length == size)
    return size + strlen(source);
  return length + strlcpy(target + length, source, size - length);
}
