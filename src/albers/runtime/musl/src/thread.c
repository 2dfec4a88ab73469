/* The one thread: where errno, the locale and thread-specific data live. */

#include "libc.h"
#include "pthread_impl.h"

struct pthread __albers_thread = {
    .self = &__albers_thread,
    .prev = &__albers_thread,
    .next = &__albers_thread,
    .detach_state = DT_JOINABLE,
    .robust_list.head = &__albers_thread.robust_list.head,
    .locale = &libc.global_locale,
};

volatile int __thread_list_lock;
