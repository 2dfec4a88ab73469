/* Data packed and unpacked again. */
#include "../input.h"
#include <assert.h>
#include <string.h>
#include <zlib.h>

int main(void) {
  unsigned char *bytes = symbolic_bytes();
  unsigned char packed[SIZE + 64], back[SIZE];
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(&stream, 1, Z_DEFLATED, 9, 1, Z_HUFFMAN_ONLY) != Z_OK)
    return 2;
  stream.next_in = bytes, stream.avail_in = (unsigned)input_size;
  stream.next_out = packed, stream.avail_out = sizeof packed;
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
    return 3;
  uLongf length = sizeof back;
  int result = uncompress(back, &length, packed, stream.total_out);
  deflateEnd(&stream);
  assert(result == Z_OK && length == input_size && memcmp(back, bytes, length) == 0);
  return 0;
}
