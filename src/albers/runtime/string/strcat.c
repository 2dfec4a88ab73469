/* Appending strings. */

#include <string.h>

char *strcat(char *restrict target, const char *restrict source) {
  size_t length = strlen(target), i = 0;
  for (; source[i] != '\0'; i++)
    target[length + i] = source[i];
  target[length + i] = '\0';
  return target;
}

char *strncat(char *restrict target, const char *restrict source, size_t n) {
  size_t length = strlen(target), i = 0;
  for (; i < n && source[i] != '\0'; i++)
    target[length + i] = source[i];
  target[length + i] = '\0';
  return target;
}
