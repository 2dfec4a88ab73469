/* A scalar, written in the style that suits it. */
#include "../input.h"
#include <yaml.h>

int main(void) {
  unsigned char *text = symbolic_bytes();
  unsigned char output[256];
  size_t written;
  yaml_emitter_t emitter;
  yaml_event_t event;
  if (!yaml_emitter_initialize(&emitter))
    return 2;
  yaml_emitter_set_output_string(&emitter, output, sizeof output, &written);
  yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
  int fine = yaml_emitter_emit(&emitter, &event);
  yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
  fine = fine && yaml_emitter_emit(&emitter, &event);
  fine = fine && yaml_scalar_event_initialize(&event, NULL, NULL, text, (int)input_size, 1, 1, YAML_ANY_SCALAR_STYLE);
  fine = fine && yaml_emitter_emit(&emitter, &event);
  yaml_document_end_event_initialize(&event, 1);
  fine = fine && yaml_emitter_emit(&emitter, &event) && yaml_emitter_flush(&emitter);
  yaml_emitter_delete(&emitter);
  return !fine;
}
