/* The format engine behind the printf family. */

#ifndef ALBERS_FORMAT_H
#define ALBERS_FORMAT_H

#include "real.h"
#include "sink.h"

#include <stdarg.h>
#include <stdint.h>

enum length { LENGTH_NONE, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_MAX, LENGTH_SIZE,
              LENGTH_DIFFERENCE, LENGTH_LONG_DOUBLE };

/* One conversion specification. An argument number of 0 means the next argument. */
struct directive {
  int left, plus, space, alternate, zero;
  int width, width_argument;         /* width_argument is -1 when the width is no argument */
  int precision, precision_argument; /* precision is -1 when absent */
  int value_argument;
  enum length length;
  char conversion;
};

/* Returns 0, or -1 with errno set for a format that makes no sense. */
int __albers_format(struct sink *sink, const char *format, va_list arguments);

void __albers_format_integer(struct sink *sink, const struct directive *directive, uintmax_t magnitude, int negative);
void __albers_format_real(struct sink *sink, const struct directive *directive, double value);
void __albers_format_long_real(struct sink *sink, const struct directive *directive, long double value);

/* Shared by the two files that format reals, which differ in the size of their buffers only. */
void __albers_format_split_real(struct sink *sink, const struct directive *directive, struct real *number,
                                struct real_format format, uint32_t *limbs, int capacity, int point);

/* A sign or the like, zeros to fill the width if the directive wants them, then the body; spaces around. */
struct layout {
  const char *prefix;
  int prefix_length;
  int body_length;
  int fill_with_zeros;
};

/* Spaces, prefix and zeros that come before the body; the number of spaces that have to follow it. */
int __albers_format_begin(struct sink *sink, const struct directive *directive, const struct layout *layout);

#endif
