/* Formatted output to streams. */

#define _GNU_SOURCE
#include "format.h"
#include "stream.h"

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  char buffer[STREAM_BUFFER];
  struct sink sink;
  __albers_sink_to_stream(&sink, stream, buffer, sizeof buffer);
  int status = __albers_format(&sink, format, arguments);
  int written = __albers_sink_finish(&sink);
  return status < 0 ? status : written;
}

int vprintf(const char *restrict format, va_list arguments) {
  return vfprintf(stdout, format, arguments);
}

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vfprintf(stream, format, arguments);
  va_end(arguments);
  return written;
}

int printf(const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return written;
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
  FILE stream = {.descriptor = descriptor};
  return vfprintf(&stream, format, arguments);
}

int dprintf(int descriptor, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vdprintf(descriptor, format, arguments);
  va_end(arguments);
  return written;
}
