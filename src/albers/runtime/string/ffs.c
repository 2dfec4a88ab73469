/* The number of the lowest bit set, counted from 1. */

#define _GNU_SOURCE
#include <strings.h>

int ffsll(long long value) {
  unsigned long long bits = (unsigned long long)value;
  if (bits == 0)
    return 0;
  int number = 1;
  while ((bits & 1) == 0) {
    bits >>= 1;
    number++;
  }
  return number;
}

int ffsl(long value) {
  return ffsll(value);
}

int ffs(int value) {
  return ffsll(value);
}
