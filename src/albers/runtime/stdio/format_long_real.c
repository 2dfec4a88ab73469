/* Long doubles: as doubles, but with the large buffer that the widest formats need. */

#include "decimal.h"
#include "format.h"

enum {
  POINT = INTEGER_LIMBS(LDBL_MAX_10_EXP),
  LIMBS = POINT + FRACTION_LIMBS(LDBL_MANT_DIG, LDBL_MIN_EXP),
};

void __albers_format_long_real(struct sink *sink, const struct directive *directive, long double value) {
  uint32_t limbs[LIMBS];
  struct real number;
  __albers_split_long_double(value, &number);
  __albers_format_split_real(sink, directive, &number, LONG_DOUBLE_FORMAT, limbs, LIMBS, POINT);
}
