/* Searching strings for a string, position by position. */

#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>

#undef tolower

char *strstr(const char *string, const char *wanted) {
  for (size_t start = 0;; start++) {
    size_t i = 0;
    while (wanted[i] != '\0' && string[start + i] == wanted[i])
      i++;
    if (wanted[i] == '\0')
      return (char *)string + start;
    if (string[start + i] == '\0')
      return NULL;
  }
}

char *strcasestr(const char *string, const char *wanted) {
  for (size_t start = 0;; start++) {
    size_t i = 0;
    while (wanted[i] != '\0' && tolower((unsigned char)string[start + i]) == tolower((unsigned char)wanted[i]))
      i++;
    if (wanted[i] == '\0')
      return (char *)string + start;
    if (string[start + i] == '\0')
      return NULL;
  }
}
