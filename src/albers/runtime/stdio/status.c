/* The state of a stream. */

#define _GNU_SOURCE
#include "stream.h"

int ferror(FILE *stream) {
  return stream->error;
}

int feof(FILE *stream) {
  return stream->at_end;
}

void clearerr(FILE *stream) {
  stream->error = 0;
  stream->at_end = 0;
}

int fileno(FILE *stream) {
  return stream->descriptor;
}

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)size;
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buffer) {
  (void)stream, (void)buffer;
}
