/* A key looked up in an object. */
#include "../input.h"
#include <json.h>

int main(void) {
  struct json_object *object = json_object_new_object();
  json_object_object_add(object, "one", json_object_new_int(1));
  json_object_object_add(object, "two", json_object_new_int(2));
  json_object_object_add(object, "", json_object_new_int(0));
  char *key = symbolic_text();
  struct json_object *found;
  int result = json_object_object_get_ex(object, key, &found) ? json_object_get_int(found) : 7;
  json_object_put(object);
  return result;
}
