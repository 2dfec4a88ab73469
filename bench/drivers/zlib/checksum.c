/* Checksums of data that is taken in two parts. */
#include "../input.h"
#include <zlib.h>

int main(void) {
  unsigned char *bytes = symbolic_bytes();
  size_t half = input_size / 2;
  unsigned long whole = adler32(1, bytes, (unsigned)input_size);
  unsigned long parts = adler32(adler32(1, bytes, (unsigned)half), bytes + half, (unsigned)(input_size - half));
  if (whole != parts)
    return 2;
  return whole == 0x62 + 1;
}
