/* Formatted output to memory. */

#include "format.h"

#include <stdint.h>
#include <stdio.h>

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
  struct sink sink;
  __albers_sink_to_memory(&sink, buffer, size > 0 ? size - 1 : 0);
  int status = __albers_format(&sink, format, arguments);
  if (size > 0)
    buffer[sink.used] = '\0';
  int written = __albers_sink_finish(&sink);
  return status < 0 ? status : written;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
  return vsnprintf(buffer, SIZE_MAX, format, arguments);
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return written;
}

int sprintf(char *restrict buffer, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(buffer, SIZE_MAX, format, arguments);
  va_end(arguments);
  return written;
}
