/* Rounding to whole numbers, by LLVM's operations: exact for concrete values, one term for symbolic ones. */

#define _GNU_SOURCE
#include <math.h>

#define ALL_TYPES(name)                                                                                                \
  double name(double x) {                                                                                              \
    return __builtin_elementwise_##name(x);                                                                            \
  }                                                                                                                    \
  float name##f(float x) {                                                                                             \
    return __builtin_elementwise_##name(x);                                                                            \
  }                                                                                                                    \
  long double name##l(long double x) {                                                                                 \
    return __builtin_elementwise_##name(x);                                                                            \
  }

ALL_TYPES(floor)
ALL_TYPES(ceil)
ALL_TYPES(trunc)
ALL_TYPES(round)
ALL_TYPES(rint)
ALL_TYPES(nearbyint)

/* To an integer, rounding as rint does, which is all there is. */
#define ALL_TYPES_TO(integer, name)                                                                                    \
  integer name(double x) {                                                                                             \
    return (integer)rint(x);                                                                                           \
  }                                                                                                                    \
  integer name##f(float x) {                                                                                           \
    return (integer)rintf(x);                                                                                          \
  }                                                                                                                    \
  integer name##l(long double x) {                                                                                     \
    return (integer)rintl(x);                                                                                          \
  }

ALL_TYPES_TO(long, lrint)
ALL_TYPES_TO(long long, llrint)
