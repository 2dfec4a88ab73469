/* Chunks behind a given header: 1 by 1 pixels of a palette. */
#include "png_input.h"

static const unsigned char BEGIN[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
                                      0,   0,  1,  0,  0,  0,  1,  8, 3, 0, 0, 0,  0,   0,   0,   0};

int main(void) {
  struct source source;
  png_structp png = new_reader(&source, BEGIN, sizeof BEGIN);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
  }
  png_read_info(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  return 0;
}
