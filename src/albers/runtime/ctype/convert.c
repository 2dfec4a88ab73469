/* Upper and lower case in the C locale, without a branch: the two differ in one bit. */

#define _GNU_SOURCE
#include <ctype.h>

#undef toascii
#undef tolower
#undef toupper

int tolower(int c) {
  unsigned is_upper = (unsigned)c - 'A' < 26u;
  return (int)((unsigned)c + (is_upper << 5));
}

int toupper(int c) {
  unsigned is_lower = (unsigned)c - 'a' < 26u;
  return (int)((unsigned)c - (is_lower << 5));
}

int toascii(int c) {
  return c & 127;
}
