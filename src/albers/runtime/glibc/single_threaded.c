#include <sys/single_threaded.h>

char __libc_single_threaded = 1;
