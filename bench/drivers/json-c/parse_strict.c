/* The same without the freedoms that the parser takes, and with UTF-8 checked. */
#include "../input.h"
#include <json.h>

int main(void) {
  char *text = (char *)symbolic_bytes();
  struct json_tokener *tokener = json_tokener_new_ex(3);
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  struct json_object *value = json_tokener_parse_ex(tokener, text, (int)input_size);
  int result = value == NULL;
  json_object_put(value);
  json_tokener_free(tokener);
  return result;
}
