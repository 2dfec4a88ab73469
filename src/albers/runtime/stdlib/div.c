/* Quotient and remainder at once. */

#include <inttypes.h>
#include <stdlib.h>

div_t div(int value, int divisor) {
  return (div_t){value / divisor, value % divisor};
}

ldiv_t ldiv(long value, long divisor) {
  return (ldiv_t){value / divisor, value % divisor};
}

lldiv_t lldiv(long long value, long long divisor) {
  return (lldiv_t){value / divisor, value % divisor};
}

imaxdiv_t imaxdiv(intmax_t value, intmax_t divisor) {
  return (imaxdiv_t){value / divisor, value % divisor};
}
