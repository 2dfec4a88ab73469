/* Numbers read from text. */
#include "../input.h"
#include <json.h>
#include <json_util.h>

int main(void) {
  char *text = symbolic_text();
  int64_t number;
  uint64_t natural;
  if (json_parse_int64(text, &number) != 0)
    return 1;
  if (json_parse_uint64(text, &natural) != 0)
    return 2;
  return number < 0 ? 3 : 0;
}
