/* Searching memory for a byte. */

#define _GNU_SOURCE
#include <string.h>

void *memchr(const void *memory, int wanted, size_t n) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)wanted)
      return (void *)(bytes + i);
  return NULL;
}

void *memrchr(const void *memory, int wanted, size_t n) {
  const unsigned char *bytes = memory;
  for (size_t i = n; i > 0; i--)
    if (bytes[i - 1] == (unsigned char)wanted)
      return (void *)(bytes + i - 1);
  return NULL;
}

void *rawmemchr(const void *memory, int wanted) {
  const unsigned char *bytes = memory;
  size_t i = 0;
  while (bytes[i] != (unsigned char)wanted)
    i++;
  return (void *)(bytes + i);
}

/* musl's name for it, in its own files. */
void *__memrchr(const void *memory, int wanted, size_t n) __attribute__((alias("memrchr")));
