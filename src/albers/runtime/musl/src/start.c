/* What happens before the first constructor: the library learns the environment, its name and its number. */

#include "libc.h"
#include "pthread_impl.h"

#include <elf.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* What the kernel would have left behind the environment. */
static size_t auxiliary_vector[] = {AT_PAGESZ, PAGE, AT_CLKTCK, 100, AT_NULL, 0};

/* Called by the engine, once, if it is part of the program. */
void __albers_start(int argc, char **argv, char **envp) {
  char *name = argc > 0 ? argv[0] : "";
  __environ = envp;
  __progname_full = name;
  __progname = name;
  for (size_t i = 0; name[i] != '\0'; i++)
    if (name[i] == '/')
      __progname = name + i + 1;
  libc.auxv = auxiliary_vector;
  libc.page_size = PAGE;
  __pthread_self()->tid = (int)__syscall(SYS_set_tid_address, &__thread_list_lock);
}
