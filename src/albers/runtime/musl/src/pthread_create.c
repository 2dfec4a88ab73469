/* Threads are not supported: none can be created, and leaving the only one ends the program. */

#include "pthread_impl.h"

#include <klee/klee.h>

static void nothing(void) {
}
weak_alias(nothing, __pthread_tsd_run_dtors);

int __pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                     void *restrict argument) {
  (void)thread, (void)attributes, (void)start, (void)argument;
  klee_warning_once("threads are not supported: pthread_create fails with EAGAIN");
  return EAGAIN;
}

_Noreturn void __pthread_exit(void *result) {
  pthread_t self = __pthread_self();
  self->result = result;
  while (self->cancelbuf != NULL) {
    struct __ptcb *handler = self->cancelbuf;
    self->cancelbuf = handler->__next;
    handler->__f(handler->__x);
  }
  __pthread_tsd_run_dtors();
  exit(0);
}

void __do_cleanup_push(struct __ptcb *handler) {
  pthread_t self = __pthread_self();
  handler->__next = self->cancelbuf;
  self->cancelbuf = handler;
}

void __do_cleanup_pop(struct __ptcb *handler) {
  __pthread_self()->cancelbuf = handler->__next;
}

weak_alias(__pthread_create, pthread_create);
weak_alias(__pthread_exit, pthread_exit);
