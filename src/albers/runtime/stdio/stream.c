/* The standard streams. */

#include "stream.h"

static FILE standard_input = {.descriptor = 0};
static FILE standard_output = {.descriptor = 1};
static FILE standard_error = {.descriptor = 2};

FILE *const stdin = &standard_input;
FILE *const stdout = &standard_output;
FILE *const stderr = &standard_error;

int __albers_write_all(FILE *stream, const char *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    long written = __albers_write(stream->descriptor, bytes + done, count - done);
    if (written <= 0) {
      stream->error = 1;
      return EOF;
    }
    done += (size_t)written;
  }
  return 0;
}
