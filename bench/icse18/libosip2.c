// Parses ten symbolic bytes as a SIP message.
#include <klee/klee.h>
#include <osipparser2/osip_message.h>
#include <osipparser2/osip_parser.h>

int main(void) {
    char text[11];
    osip_message_t *message;
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[10] == 0);
    parser_init();
    if (osip_message_init(&message) != 0)
        return 1;
    int result = osip_message_parse(message, text, 10);
    osip_message_free(message);
    return result != 0;
}
