/* Symbolic text and a symbolic number, printed into a small buffer. */
#include "../input.h"
#include <apr_strings.h>

int main(void) {
  char *text = symbolic_text();
  char buffer[8];
  int length = apr_snprintf(buffer, sizeof buffer, "%.3s|%-4d", text, (signed char)text[0]);
  return length == 7 ? 0 : 1;
}
