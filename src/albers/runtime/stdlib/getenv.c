/* The environment is empty. */

#define _GNU_SOURCE
#include <stdlib.h>

char *getenv(const char *name) {
  (void)name;
  return NULL;
}

char *secure_getenv(const char *name) {
  return getenv(name);
}
