/* There is one thread, and what musl keeps about it is a variable (start/thread.c). */

extern struct __pthread __albers_thread;

static inline uintptr_t __get_tp(void) {
  return (uintptr_t)&__albers_thread;
}
