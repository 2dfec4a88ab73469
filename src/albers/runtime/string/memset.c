/* Filling memory. */

#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

void *memset(void *target, int value, size_t n) {
  unsigned char *to = target;
  for (size_t i = 0; i < n; i++)
    to[i] = (unsigned char)value;
  return target;
}

void bzero(void *target, size_t n) {
  memset(target, 0, n);
}

void explicit_bzero(void *target, size_t n) {
  memset(target, 0, n);
}
