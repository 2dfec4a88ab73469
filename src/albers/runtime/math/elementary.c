/* Operations that IEEE 754 defines exactly, by LLVM's: exact for concrete values, one term for symbolic ones.
   Remainders are musl's, in integers: solvers have no fmod. */

#define _GNU_SOURCE
#include <math.h>

#define ALL_TYPES(name, operation)                                                                                     \
  double name(double x) {                                                                                              \
    return operation(x);                                                                                               \
  }                                                                                                                    \
  float name##f(float x) {                                                                                             \
    return operation(x);                                                                                               \
  }                                                                                                                    \
  long double name##l(long double x) {                                                                                 \
    return operation(x);                                                                                               \
  }

ALL_TYPES(sqrt, __builtin_elementwise_sqrt)
ALL_TYPES(fabs, __builtin_elementwise_abs)

#define ALL_TYPES_OF_TWO(name, operation)                                                                              \
  double name(double x, double y) {                                                                                    \
    return operation(x, y);                                                                                            \
  }                                                                                                                    \
  float name##f(float x, float y) {                                                                                    \
    return operation(x, y);                                                                                            \
  }                                                                                                                    \
  long double name##l(long double x, long double y) {                                                                  \
    return operation(x, y);                                                                                            \
  }

ALL_TYPES_OF_TWO(copysign, __builtin_elementwise_copysign)
ALL_TYPES_OF_TWO(fmin, __builtin_elementwise_min)
ALL_TYPES_OF_TWO(fmax, __builtin_elementwise_max)

double fma(double x, double y, double z) {
  return __builtin_elementwise_fma(x, y, z);
}

float fmaf(float x, float y, float z) {
  return __builtin_elementwise_fma(x, y, z);
}

long double fmal(long double x, long double y, long double z) {
  return __builtin_elementwise_fma(x, y, z);
}
