/* Multiplication and division of complex numbers, which compilers leave to a library.
 *
 * A result that is not a number although an operand is infinite is computed again from the directions of the operands
 * (annex G of the C standard). A quotient is scaled, so that no intermediate result overflows without need. */

#include <complex.h>
#include <math.h>

/* The unit vector in the direction of an infinite number: 1 or 0, with the sign. */
#define DIRECTION(x) copysignl(isinf(x) ? 1 : 0, x)
#define ZERO_IF_NAN(x) (isnan(x) ? copysignl(0, x) : (x))

#define MULTIPLICATION(name, type, make)                                                                               \
  type _Complex name(type a, type b, type c, type d) {                                                                 \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                               \
    type real = ac - bd, imaginary = ad + bc;                                                                          \
    if (!isnan(real) || !isnan(imaginary))                                                                             \
      return make(real, imaginary);                                                                                    \
    int again = 0;                                                                                                     \
    if (isinf(a) || isinf(b)) {                                                                                        \
      a = DIRECTION(a), b = DIRECTION(b), c = ZERO_IF_NAN(c), d = ZERO_IF_NAN(d);                                      \
      again = 1;                                                                                                       \
    }                                                                                                                  \
    if (isinf(c) || isinf(d)) {                                                                                        \
      c = DIRECTION(c), d = DIRECTION(d), a = ZERO_IF_NAN(a), b = ZERO_IF_NAN(b);                                      \
      again = 1;                                                                                                       \
    }                                                                                                                  \
    if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {                                                \
      a = ZERO_IF_NAN(a), b = ZERO_IF_NAN(b), c = ZERO_IF_NAN(c), d = ZERO_IF_NAN(d);                                  \
      again = 1;                                                                                                       \
    }                                                                                                                  \
    if (!again)                                                                                                        \
      return make(real, imaginary);                                                                                    \
    return make(INFINITY * (a * c - b * d), INFINITY * (a * d + b * c));                                               \
  }

#define DIVISION(name, type, make, exponent_of, scale)                                                                 \
  type _Complex name(type a, type b, type c, type d) {                                                                 \
    type greatest = exponent_of(fmaxl(fabsl(c), fabsl(d)));                                                            \
    int power = 0;                                                                                                     \
    if (isfinite(greatest)) {                                                                                          \
      power = -(int)greatest;                                                                                          \
      c = scale(c, power), d = scale(d, power);                                                                        \
    }                                                                                                                  \
    type square = c * c + d * d;                                                                                       \
    type real = scale((a * c + b * d) / square, power);                                                                \
    type imaginary = scale((b * c - a * d) / square, power);                                                           \
    if (!isnan(real) || !isnan(imaginary))                                                                             \
      return make(real, imaginary);                                                                                    \
    if (square == 0 && (!isnan(a) || !isnan(b)))                                                                       \
      return make(copysignl(INFINITY, c) * a, copysignl(INFINITY, c) * b);                                             \
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                                                        \
      a = DIRECTION(a), b = DIRECTION(b);                                                                              \
      return make(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));                                             \
    }                                                                                                                  \
    if (isinf(greatest) && greatest > 0 && isfinite(a) && isfinite(b)) {                                               \
      c = DIRECTION(c), d = DIRECTION(d);                                                                              \
      return make(0 * (a * c + b * d), 0 * (b * c - a * d));                                                           \
    }                                                                                                                  \
    return make(real, imaginary);                                                                                      \
  }

MULTIPLICATION(__mulsc3, float, CMPLXF)
MULTIPLICATION(__muldc3, double, CMPLX)
DIVISION(__divsc3, float, CMPLXF, logbf, scalbnf)
DIVISION(__divdc3, double, CMPLX, logb, scalbn)

#if __LDBL_MANT_DIG__ == 64
MULTIPLICATION(__mulxc3, long double, CMPLXL)
DIVISION(__divxc3, long double, CMPLXL, logbl, scalbnl)
#elif __LDBL_MANT_DIG__ == 113
MULTIPLICATION(__multc3, long double, CMPLXL)
DIVISION(__divtc3, long double, CMPLXL, logbl, scalbnl)
#endif
