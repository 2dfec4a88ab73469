/* The description of a session. */
#include "../input.h"
#include <osipparser2/sdp_message.h>

int main(void) {
  sdp_message_t *description;
  if (sdp_message_init(&description) != 0)
    return 2;
  char *text = symbolic_text();
  int result = sdp_message_parse(description, text);
  sdp_message_free(description);
  return result != 0;
}
