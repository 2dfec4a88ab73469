/* Comparing strings. */

#include <string.h>

int strcmp(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] == right[i] && left[i] != '\0')
    i++;
  return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (left[i] != right[i] || left[i] == '\0')
      return (unsigned char)left[i] - (unsigned char)right[i];
  return 0;
}
