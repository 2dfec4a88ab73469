/* A document, token by token. */
#include "../input.h"
#include <yaml.h>

int main(void) {
  unsigned char *text = symbolic_bytes();
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 2;
  yaml_parser_set_input_string(&parser, text, input_size);
  int result = 1;
  for (;;) {
    yaml_token_t token;
    if (!yaml_parser_scan(&parser, &token))
      break;
    int is_end = token.type == YAML_STREAM_END_TOKEN;
    yaml_token_delete(&token);
    if (is_end) {
      result = 0;
      break;
    }
  }
  yaml_parser_delete(&parser);
  return result;
}
