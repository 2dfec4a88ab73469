/* Comparing memory. */

#include <string.h>
#include <strings.h>

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] - b[i];
  return 0;
}

int bcmp(const void *left, const void *right, size_t n) {
  return memcmp(left, right, n);
}
