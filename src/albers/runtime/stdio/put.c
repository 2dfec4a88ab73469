/* Characters and strings to a stream. */

#define _GNU_SOURCE
#include "sink.h"
#include "stream.h"

#include <string.h>

int fputc(int c, FILE *stream) {
  char byte = (char)c;
  return __albers_write_all(stream, &byte, 1) == 0 ? (unsigned char)c : EOF;
}

int putc(int c, FILE *stream) {
  return fputc(c, stream);
}

int putchar(int c) {
  return fputc(c, stdout);
}

int fputs(const char *restrict string, FILE *restrict stream) {
  return __albers_write_all(stream, string, strlen(string));
}

int puts(const char *string) {
  char buffer[STREAM_BUFFER];
  struct sink sink;
  __albers_sink_to_stream(&sink, stdout, buffer, sizeof buffer);
  __albers_sink_put(&sink, string, strlen(string));
  __albers_sink_put(&sink, "\n", 1);
  return __albers_sink_finish(&sink) < 0 ? EOF : 0;
}

size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0)
    return 0;
  return __albers_write_all(stream, items, size * count) == 0 ? count : 0;
}
