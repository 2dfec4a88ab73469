/* Strings to double and float. */

#include "scan_real.h"

#include <stdlib.h>

enum { LIMBS = SCAN_LIMBS(DBL_MANT_DIG, DBL_MIN_EXP, DBL_MAX_10_EXP) };

double strtod(const char *restrict text, char **restrict end) {
  uint32_t limbs[LIMBS];
  struct real number;
  __albers_scan_real(text, end, DOUBLE_FORMAT, DBL_MAX_10_EXP, limbs, LIMBS, &number);
  return __albers_join_double(&number);
}

float strtof(const char *restrict text, char **restrict end) {
  uint32_t limbs[LIMBS];
  struct real number;
  __albers_scan_real(text, end, FLOAT_FORMAT, FLT_MAX_10_EXP, limbs, LIMBS, &number);
  return __albers_join_float(&number);
}

double atof(const char *text) {
  return strtod(text, NULL);
}
