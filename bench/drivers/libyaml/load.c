/* A document, loaded as a tree. */
#include "../input.h"
#include <yaml.h>

int main(void) {
  unsigned char *text = symbolic_bytes();
  yaml_parser_t parser;
  yaml_document_t document;
  if (!yaml_parser_initialize(&parser))
    return 2;
  yaml_parser_set_input_string(&parser, text, input_size);
  int result = 1;
  if (yaml_parser_load(&parser, &document)) {
    result = yaml_document_get_root_node(&document) == NULL ? 3 : 0;
    yaml_document_delete(&document);
  }
  yaml_parser_delete(&parser);
  return result;
}
