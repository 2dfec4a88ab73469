/* Formatted output to the heap. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int vasprintf(char **result, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0)
    return -1;
  char *text = malloc((size_t)length + 1);
  if (text == NULL)
    return -1;
  *result = text;
  return vsnprintf(text, (size_t)length + 1, format, arguments);
}

int asprintf(char **result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(result, format, arguments);
  va_end(arguments);
  return length;
}
