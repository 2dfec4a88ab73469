/* Orderly exit: handlers in reverse order of registration, then the engine's _Exit. */

#include <stdlib.h>

/* The standard promises 32. */
enum { MAX_HANDLERS = 64 };

static void (*handlers[MAX_HANDLERS])(void);
static int handler_count;

int atexit(void (*handler)(void)) {
  if (handler_count == MAX_HANDLERS)
    return -1;
  handlers[handler_count++] = handler;
  return 0;
}

_Noreturn void exit(int status) {
  while (handler_count > 0)
    handlers[--handler_count]();
  _Exit(status);
}
