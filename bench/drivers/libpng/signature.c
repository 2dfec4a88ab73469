/* Whether bytes are the signature of a PNG, in full and in part. */
#include "../input.h"
#include <png.h>

int main(void) {
  unsigned char *bytes = symbolic_bytes();
  size_t start = (size_t)klee_range(0, 8, "start"), count = (size_t)klee_range(0, 9, "count");
  klee_assume(start + count <= input_size);
  return png_sig_cmp(bytes, start, count) == 0 ? 0 : 1;
}
