/* A text, parsed to a value. */
#include "../input.h"
#include <json.h>

int main(void) {
  char *text = (char *)symbolic_bytes();
  struct json_tokener *tokener = json_tokener_new();
  struct json_object *value = json_tokener_parse_ex(tokener, text, (int)input_size);
  int result = value == NULL ? (int)json_tokener_get_error(tokener) : 0;
  json_object_put(value);
  json_tokener_free(tokener);
  return result;
}
