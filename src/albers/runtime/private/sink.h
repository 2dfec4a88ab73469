/* Where formatted output goes: a caller's buffer, or a stream by way of a small buffer on the stack. */

#ifndef ALBERS_SINK_H
#define ALBERS_SINK_H

#include <stddef.h>
#include <stdio.h>

/* Long enough for what a program prints at once, so that one call is one write. */
enum { STREAM_BUFFER = 512 };

struct sink {
  char *buffer;
  size_t room;
  size_t used;
  unsigned long long total; /* bytes put in, including those that found no room */
  FILE *stream;             /* NULL for a caller's buffer */
  int failed;
};

void __albers_sink_to_stream(struct sink *sink, FILE *stream, char *buffer, size_t room);
void __albers_sink_to_memory(struct sink *sink, char *buffer, size_t room);

void __albers_sink_put(struct sink *sink, const char *bytes, size_t count);
void __albers_sink_fill(struct sink *sink, char byte, int count);

/* The total, or -1 on an error or when it is too large for an int. */
int __albers_sink_finish(struct sink *sink);

#endif
