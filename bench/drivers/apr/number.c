/* A number in any base. */
#include "../input.h"
#include <apr_strings.h>
#include <errno.h>

int main(void) {
  char *text = symbolic_text();
  char *end;
  errno = 0;
  apr_int64_t number = apr_strtoi64(text, &end, 0);
  if (errno != 0)
    return 2;
  return end == text ? 1 : number < 0 ? 3 : 0;
}
