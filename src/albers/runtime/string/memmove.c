/* Copying memory that may overlap. */

#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>

void *memmove(void *target, const void *source, size_t n) {
  unsigned char *to = target;
  const unsigned char *from = source;
  /* The direction depends on the addresses alone, so that a symbolic length does not fork here. */
  if ((uintptr_t)to <= (uintptr_t)from) {
    for (size_t i = 0; i < n; i++)
      to[i] = from[i];
  } else {
    for (size_t i = n; i > 0; i--)
      to[i - 1] = from[i - 1];
  }
  return target;
}

void bcopy(const void *source, void *target, size_t n) {
  memmove(target, source, n);
}
