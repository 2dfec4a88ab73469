/* Strings to long double: a file of its own, since the widest formats need a large buffer. */

#include "scan_real.h"

#include <stdlib.h>

enum { LIMBS = SCAN_LIMBS(LDBL_MANT_DIG, LDBL_MIN_EXP, LDBL_MAX_10_EXP) };

long double strtold(const char *restrict text, char **restrict end) {
  uint32_t limbs[LIMBS];
  struct real number;
  __albers_scan_real(text, end, LONG_DOUBLE_FORMAT, LDBL_MAX_10_EXP, limbs, LIMBS, &number);
  return __albers_join_long_double(&number);
}
