/* Streams: a file descriptor and what went wrong on it. Nothing is kept back, so there is nothing to flush. */

#ifndef ALBERS_STREAM_H
#define ALBERS_STREAM_H

#include <stddef.h>
#include <stdio.h>

struct _IO_FILE {
  int descriptor;
  int error;
  int at_end;
};

/* Answered by the engine: output of the program. The number of bytes written, or -1. */
long __albers_write(int descriptor, const void *bytes, unsigned long count);

/* Write everything, or note the error and return EOF. */
int __albers_write_all(FILE *stream, const char *bytes, size_t count);

#endif
