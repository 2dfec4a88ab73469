/* A document, event by event; the encoding is given. */
#include "../input.h"
#include <yaml.h>

int main(void) {
  unsigned char *text = symbolic_bytes();
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 2;
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, text, input_size);
  int result = 1;
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
      break;
    int is_end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    if (is_end) {
      result = 0;
      break;
    }
  }
  yaml_parser_delete(&parser);
  return result;
}
