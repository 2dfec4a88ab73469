/* The header chunk: everything in it is symbolic, if SIZE is 17 or more. */
#include "png_input.h"

static const unsigned char BEGIN[] = {137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'};

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
