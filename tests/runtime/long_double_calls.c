/* Long doubles by address: Python's ctypes would round them to double. */

#include <stddef.h>

int print_long_double(int (*print)(char *, size_t, const char *, ...), char *buffer, size_t size, const char *format,
                      const long double *value) {
  return print(buffer, size, format, *value);
}

void scan_long_double(long double (*scan)(const char *, char **), const char *text, char **end, long double *result) {
  *result = scan(text, end);
}
