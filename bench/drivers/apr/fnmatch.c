/* A symbolic pattern against a fixed name. */
#include "../input.h"
#include <apr_fnmatch.h>

int main(void) {
  char *pattern = symbolic_text();
  return apr_fnmatch(pattern, "src/main.c", APR_FNM_PATHNAME | APR_FNM_PERIOD) == APR_SUCCESS ? 0 : 1;
}
