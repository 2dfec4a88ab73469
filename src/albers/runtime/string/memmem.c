/* Searching memory for a sequence of bytes, position by position. */

#define _GNU_SOURCE
#include <string.h>

void *memmem(const void *memory, size_t size, const void *wanted, size_t wanted_size) {
  const unsigned char *bytes = memory, *sequence = wanted;
  if (wanted_size > size)
    return NULL;
  for (size_t start = 0; start <= size - wanted_size; start++) {
    size_t i = 0;
    while (i < wanted_size && bytes[start + i] == sequence[i])
      i++;
    if (i == wanted_size)
      return (void *)(bytes + start);
  }
  return NULL;
}
