/* A text chunk written from a symbolic keyword. */
#include "../input.h"
#include <png.h>
#include <string.h>

static unsigned char written[4096];
static size_t length;

static void write_to_memory(png_structp png, png_bytep from, size_t count) {
  if (count > sizeof written - length)
    png_error(png, "full");
  memcpy(written + length, from, count);
  length += count;
}

static void flush(png_structp png) {
  (void)png;
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png, (void)message;
}

int main(void) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return 1;
  }
  png_set_write_fn(png, NULL, write_to_memory, flush);
  png_set_IHDR(png, info, 1, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = symbolic_text(), .text = "value"};
  png_set_text(png, info, &text, 1);
  png_write_info(png, info);
  png_destroy_write_struct(&png, &info);
  return 0;
}
