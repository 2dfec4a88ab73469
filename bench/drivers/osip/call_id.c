/* The Call-ID header. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_call_id_t *call_id;
  if (osip_call_id_init(&call_id) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_call_id_parse(call_id, text);
  osip_call_id_free(call_id);
  return result != 0;
}
