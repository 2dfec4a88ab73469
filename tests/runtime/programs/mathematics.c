/* math.h and complex.h: every function to the digits on which libraries agree. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define SHOW1(name)                                                                                                    \
  printf(#name " %.12g %.12g %.5g %.12Lg\n", name(0.5), name(0.9), (double)name##f(0.75f), name##l(0.75L))
#define SHOW2(name)                                                                                                    \
  printf(#name " %.12g %.12g %.5g %.12Lg\n", name(2.5, 1.25), name(-7.5, 2), (double)name##f(3, 2), name##l(3.5L, 2))

int main(void) {
  SHOW1(sin), SHOW1(cos), SHOW1(tan), SHOW1(asin), SHOW1(acos), SHOW1(atan), SHOW1(sinh), SHOW1(cosh), SHOW1(tanh);
  SHOW1(asinh), SHOW1(atanh), SHOW1(exp), SHOW1(exp2), SHOW1(expm1), SHOW1(log), SHOW1(log2), SHOW1(log10);
  SHOW1(log1p), SHOW1(sqrt), SHOW1(cbrt), SHOW1(erf), SHOW1(erfc), SHOW1(tgamma), SHOW1(lgamma), SHOW1(fabs);
  SHOW1(floor), SHOW1(ceil), SHOW1(trunc), SHOW1(round), SHOW1(rint), SHOW1(nearbyint), SHOW1(logb);
  SHOW2(atan2), SHOW2(fmod), SHOW2(hypot), SHOW2(fmin), SHOW2(fmax), SHOW2(fdim), SHOW2(copysign), SHOW2(remainder);
  SHOW2(nextafter);
  printf("%.12g %.12g %.12g %.12g\n", pow(2, 0.5), pow(-2, 3), pow(10, -300), pow(0, 0));
  printf("%.12g %.12g %.12g\n", sin(1e6), cos(1e15), tan(-30));
  int exponent, quotient;
  double whole, part = modf(-3.75, &whole);
  printf("%g %g %g ", frexp(48, &exponent), part, whole);
  printf("%d %g %g %d\n", exponent, ldexp(0.75, 4), scalbn(1, -3), ilogb(100));
  printf("%g ", remquo(29, 3, &quotient));
  printf("%d\n", quotient & 7);
  printf("%ld %lld %ld %lld\n", lrint(2.5), llrint(-3.5), lround(2.5), llround(-3.5));
  printf("%.17g %.17g\n", fma(0.1, 10, -1), sqrt(2));
  printf("%d %d %d %d %d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1.0) != 0, signbit(-0.0) != 0,
         fpclassify(1e-310) == FP_SUBNORMAL);
  printf("%f %f %d\n", sqrt(-1) != sqrt(-1) ? 1.0 : 0.0, log(0), exp(1000) == INFINITY);
  printf("%.12g %.12g %.12g\n", j0(1), y1(2), jn(3, 2.5));
  double complex z = csqrt(-3 + 4 * I), w = cexp(I * M_PI);
  double complex quotient_of = (1 + 2 * I) / (3 - 4 * I);
  printf("%g %g %.6f %.6f %g %g %g\n", creal(z), cimag(z), creal(w), fabs(cimag(w)), creal(quotient_of),
         cimag(quotient_of), cabs(3 + 4 * I));
  return 0;
}
