/* The header of a gzip file. */
#include "../input.h"
#include <string.h>
#include <zlib.h>

int main(void) {
  unsigned char *packed = symbolic_bytes();
  unsigned char unpacked[16], name[8];
  gz_header header = {.name = name, .name_max = sizeof name};
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, 15 + 16) != Z_OK)
    return 2;
  inflateGetHeader(&stream, &header);
  stream.next_in = packed, stream.avail_in = (unsigned)input_size;
  stream.next_out = unpacked, stream.avail_out = sizeof unpacked;
  int result = inflate(&stream, Z_BLOCK);
  inflateEnd(&stream);
  return result == Z_OK ? 0 : 1;
}
