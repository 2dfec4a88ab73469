/* Searching a sorted array. */

#include <stdlib.h>

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t first = 0, last = count;
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0)
      return (void *)element;
    if (order < 0)
      last = middle;
    else
      first = middle + 1;
  }
  return NULL;
}
