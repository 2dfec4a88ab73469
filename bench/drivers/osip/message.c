/* A whole message. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_message_t *message;
  parser_init();
  if (osip_message_init(&message) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_message_parse(message, text, input_size);
  osip_message_free(message);
  return result != 0;
}
