/* Classes of characters in the C locale, by comparisons of ranges without a branch. */

#define _GNU_SOURCE
#include <ctype.h>

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isascii

/* One comparison, since anything below `first` wraps around to a large number. */
static int between(int c, int first, int last) {
  return (unsigned)c - (unsigned)first <= (unsigned)last - (unsigned)first;
}

int isdigit(int c) {
  return between(c, '0', '9');
}

int islower(int c) {
  return between(c, 'a', 'z');
}

int isupper(int c) {
  return between(c, 'A', 'Z');
}

int isalpha(int c) {
  return between(c | 32, 'a', 'z');
}

int isalnum(int c) {
  return between(c | 32, 'a', 'z') | between(c, '0', '9');
}

int isxdigit(int c) {
  return between(c, '0', '9') | between(c | 32, 'a', 'f');
}

int isblank(int c) {
  return (c == ' ') | (c == '\t');
}

int isspace(int c) {
  return (c == ' ') | between(c, '\t', '\r');
}

int iscntrl(int c) {
  return between(c, 0, 31) | (c == 127);
}

int isprint(int c) {
  return between(c, 32, 126);
}

int isgraph(int c) {
  return between(c, 33, 126);
}

int ispunct(int c) {
  return between(c, 33, 47) | between(c, 58, 64) | between(c, 91, 96) | between(c, 123, 126);
}

int isascii(int c) {
  return between(c, 0, 127);
}
