/* The From header: a name and an address. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_from_t *from;
  if (osip_from_init(&from) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_from_parse(from, text);
  osip_from_free(from);
  return result != 0;
}
