// Parses 64 symbolic bytes as YAML, event by event.
#include <klee/klee.h>
#include <yaml.h>

int main(void) {
    static unsigned char text[64];
    yaml_parser_t parser;
    yaml_event_t event;
    klee_make_symbolic(text, sizeof text, "text");
    if (!yaml_parser_initialize(&parser))
        return 1;
    yaml_parser_set_input_string(&parser, text, sizeof text);
    for (int done = 0; !done;) {
        if (!yaml_parser_parse(&parser, &event))
            break;
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return 0;
}
