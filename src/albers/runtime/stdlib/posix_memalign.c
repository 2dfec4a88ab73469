/* Allocation with an alignment, as POSIX wants it. */

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *memory = memalign(alignment, size);
  if (memory == NULL)
    return ENOMEM;
  *result = memory;
  return 0;
}
