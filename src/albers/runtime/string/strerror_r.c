/* The message of an error number, in the caller's buffer. */

#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

int strerror_r(int number, char *buffer, size_t size) {
  const char *text = strerror(number);
  return strlcpy(buffer, text, size) < size ? 0 : ERANGE;
}
