/* The Contact header. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_contact_t *contact;
  if (osip_contact_init(&contact) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_contact_parse(contact, text);
  osip_contact_free(contact);
  return result != 0;
}
