/* Copying up to and including a byte, and swapping pairs of bytes. */

#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

void *memccpy(void *restrict target, const void *restrict source, int last, size_t n) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (size_t i = 0; i < n; i++) {
    to[i] = from[i];
    if (from[i] == (unsigned char)last)
      return to + i + 1;
  }
  return NULL;
}

void swab(const void *restrict source, void *restrict target, ssize_t n) {
  const unsigned char *from = source;
  unsigned char *to = target;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    unsigned char first = from[i];
    to[i] = from[i + 1];
    to[i + 1] = first;
  }
}
