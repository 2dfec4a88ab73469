/* Reading a floating-point number at the start of a string, correctly rounded to any format. */

#ifndef ALBERS_SCAN_REAL_H
#define ALBERS_SCAN_REAL_H

#include "real.h"

#include <stdint.h>

/* Limbs that `__albers_scan_real` needs to decide every rounding: a number halfway between two neighbours of the
 * format has at most one digit after the point for each power of two down to its own, and the format's integer digits. */
#define SCAN_LIMBS(bits, min_exp, max_10_exp) (((bits) - (min_exp)) / 9 + (max_10_exp) / 9 + 16)

/* ERANGE in errno when the number is too large, or too small to be exact. */
void __albers_scan_real(const char *text, char **end, struct real_format format, int max_10_exp, uint32_t *limbs,
                        int capacity, struct real *result);

#endif
