/* Orderly exit: handlers, destructors, streams. The engine calls this when main returns. */

#include "libc.h"

static void nothing(void) {
}

/* Defined by whatever is part of the program: atexit.c, the frontend (if there are destructors), __stdio_exit.c. */
weak_alias(nothing, __funcs_on_exit);
weak_alias(nothing, __albers_destructors);
weak_alias(nothing, __stdio_exit);

_Noreturn void exit(int status) {
  __funcs_on_exit();
  __albers_destructors();
  __stdio_exit();
  _Exit(status);
}
