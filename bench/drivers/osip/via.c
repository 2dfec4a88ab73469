/* The Via header: protocol, host, parameters. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_via_t *via;
  if (osip_via_init(&via) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_via_parse(via, text);
  osip_via_free(via);
  return result != 0;
}
