/* Absolute values. */

#include <inttypes.h>
#include <stdlib.h>

int abs(int value) {
  return value < 0 ? -value : value;
}

long labs(long value) {
  return value < 0 ? -value : value;
}

long long llabs(long long value) {
  return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value) {
  return value < 0 ? -value : value;
}
