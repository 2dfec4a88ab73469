/* Searching strings for members of a set of characters. */

#include <string.h>

static int contains(const char *set, char wanted) {
  for (size_t i = 0; set[i] != '\0'; i++)
    if (set[i] == wanted)
      return 1;
  return 0;
}

size_t strspn(const char *string, const char *accepted) {
  size_t i = 0;
  while (string[i] != '\0' && contains(accepted, string[i]))
    i++;
  return i;
}

size_t strcspn(const char *string, const char *rejected) {
  size_t i = 0;
  while (string[i] != '\0' && !contains(rejected, string[i]))
    i++;
  return i;
}

char *strpbrk(const char *string, const char *accepted) {
  size_t i = strcspn(string, accepted);
  return string[i] != '\0' ? (char *)string + i : NULL;
}
