/* errno is a variable of the program, so the program itself can say what it holds. */

#include <errno.h>
#include <klee/klee.h>

int klee_get_errno(void) {
  return errno;
}
