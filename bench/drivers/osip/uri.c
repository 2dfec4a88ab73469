/* An address: scheme, user, host, port, parameters, headers. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_uri_t *uri;
  if (osip_uri_init(&uri) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_uri_parse(uri, text);
  osip_uri_free(uri);
  return result != 0;
}
