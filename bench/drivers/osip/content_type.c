/* The Content-Type header: type, subtype, parameters. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_content_type_t *content_type;
  if (osip_content_type_init(&content_type) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_content_type_parse(content_type, text);
  osip_content_type_free(content_type);
  return result != 0;
}
