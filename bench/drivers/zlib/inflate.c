/* Compressed data without a header, unpacked. */
#include "../input.h"
#include <string.h>
#include <zlib.h>

int main(void) {
  unsigned char *packed = symbolic_bytes();
  unsigned char unpacked[64];
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, -15) != Z_OK)
    return 2;
  stream.next_in = packed, stream.avail_in = (unsigned)input_size;
  stream.next_out = unpacked, stream.avail_out = sizeof unpacked;
  int result = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return result == Z_STREAM_END ? 0 : 1;
}
