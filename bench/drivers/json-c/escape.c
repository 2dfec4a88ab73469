/* A string, printed with its escapes. */
#include "../input.h"
#include <json.h>
#include <string.h>

int main(void) {
  char *text = (char *)symbolic_bytes();
  struct json_object *value = json_object_new_string_len(text, (int)input_size);
  const char *printed = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
  int result = strlen(printed) > input_size + 2;
  json_object_put(value);
  return result;
}
