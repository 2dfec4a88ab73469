/* The Authorization header: names and quoted values. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_authorization_t *authorization;
  if (osip_authorization_init(&authorization) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_authorization_parse(authorization, text);
  osip_authorization_free(authorization);
  return result != 0;
}
