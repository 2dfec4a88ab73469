/* The data of one chunk, tRNS, of symbolic content and length. */
#include "png_input.h"

static const unsigned char BEGIN[] = {137, 80, 78, 71,  13,  10,  26,  10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,   0,   0,  1, 0,
                                      0,   0,  1,  8,   3,   0,   0,   0,  0, 0, 0, 0,  0,   0,   0,   3,   'P', 'L', 'T', 'E',
                                      1,   2,  3,  0,   0,   0,   0,   0,  0, 0};

int main(void) {
  struct source source;
  png_structp png = new_reader(&source, BEGIN, sizeof BEGIN);
  klee_assume((source.bytes[sizeof BEGIN + 1] == 't') & (source.bytes[sizeof BEGIN + 2] == 'R') &
              (source.bytes[sizeof BEGIN + 3] == 'N') & (source.bytes[sizeof BEGIN + 4] == 'S'));
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
  }
  png_read_info(png, info);
  png_bytep alpha = NULL;
  int count = 0;
  png_get_tRNS(png, info, &alpha, &count, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return count > 0 ? 0 : 2;
}
