/* A JSON pointer followed through a value. */
#include "../input.h"
#include <json.h>

int main(void) {
  struct json_object *value = json_tokener_parse("{\"a\": [1, {\"b\": 2}], \"c/d\": 3, \"~\": 4}");
  char *path = symbolic_text();
  struct json_object *found;
  int result = json_pointer_get(value, path, &found) == 0 ? json_object_get_int(found) : 7;
  json_object_put(value);
  return result;
}
