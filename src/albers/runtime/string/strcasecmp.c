/* Comparing strings without regard to case. */

#include <ctype.h>
#include <strings.h>

#undef tolower

static int lower(char c) {
  return tolower((unsigned char)c);
}

int strcasecmp(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] != '\0' && lower(left[i]) == lower(right[i]))
    i++;
  return lower(left[i]) - lower(right[i]);
}

int strncasecmp(const char *left, const char *right, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (left[i] == '\0' || lower(left[i]) != lower(right[i]))
      return lower(left[i]) - lower(right[i]);
  return 0;
}
