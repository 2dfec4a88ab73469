/* Copying memory forwards. The compiler turns struct assignments into calls of memcpy, too. */

#define _GNU_SOURCE
#include <string.h>

void *memcpy(void *restrict target, const void *restrict source, size_t n) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return target;
}

void *mempcpy(void *restrict target, const void *restrict source, size_t n) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return to + n;
}
