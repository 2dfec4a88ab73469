/* Where formatted output goes; see sink.h. */

#include "sink.h"

#include "stream.h"

#include <errno.h>
#include <limits.h>

void __albers_sink_to_stream(struct sink *sink, FILE *stream, char *buffer, size_t room) {
  sink->buffer = buffer;
  sink->room = room;
  sink->used = 0;
  sink->total = 0;
  sink->stream = stream;
  sink->failed = 0;
}

void __albers_sink_to_memory(struct sink *sink, char *buffer, size_t room) {
  __albers_sink_to_stream(sink, NULL, buffer, room);
}

static void flush(struct sink *sink) {
  if (sink->used > 0 && __albers_write_all(sink->stream, sink->buffer, sink->used) != 0)
    sink->failed = 1;
  sink->used = 0;
}

static void put_byte(struct sink *sink, char byte) {
  if (sink->used == sink->room && sink->stream != NULL)
    flush(sink);
  if (sink->used < sink->room)
    sink->buffer[sink->used++] = byte;
}

void __albers_sink_put(struct sink *sink, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    put_byte(sink, bytes[i]);
  sink->total += count;
}

void __albers_sink_fill(struct sink *sink, char byte, int count) {
  for (int i = 0; i < count; i++)
    put_byte(sink, byte);
  if (count > 0)
    sink->total += (unsigned)count;
}

int __albers_sink_finish(struct sink *sink) {
  if (sink->stream != NULL)
    flush(sink);
  if (sink->total > INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  return sink->failed ? -1 : (int)sink->total;
}
