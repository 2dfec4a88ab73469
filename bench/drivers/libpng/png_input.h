/* Reading a PNG from memory: what stands before the symbolic bytes, then those, then the end of the file. */
#ifndef BENCH_DRIVERS_PNG_INPUT_H
#define BENCH_DRIVERS_PNG_INPUT_H

#include "../input.h"
#include <png.h>
#include <string.h>

struct source {
  unsigned char *bytes;
  size_t size, position;
};

static void read_from_memory(png_structp png, png_bytep to, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->size - source->position)
    png_error(png, "end of file");
  memcpy(to, source->bytes + source->position, count);
  source->position += count;
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png, (void)message;
}

/* A reader that does not mind wrong checksums: hardly any input would get past them. */
static png_structp new_reader(struct source *source, const unsigned char *begin, size_t length) {
  unsigned char *bytes = symbolic_bytes();
  source->bytes = malloc(length + input_size);
  memcpy(source->bytes, begin, length);
  memcpy(source->bytes + length, bytes, input_size);
  source->size = length + input_size;
  source->position = 0;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_read_fn(png, source, read_from_memory);
  return png;
}

#endif
