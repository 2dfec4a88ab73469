/* Where errno lives. */

#include <errno.h>

static int error_number;

int *__errno_location(void) {
  return &error_number;
}
