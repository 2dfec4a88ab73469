// "key=value": the key up to '=', the value up to ';'.
#include "input.h"

int main(void) {
    char *s = any_string("s");
    char *equals = s;
    while (*equals && *equals != '=')
        equals++;
    if (!*equals)
        return 0;
    char *end = equals + 1;
    while (*end && *end != ';')
        end++;
    return *end ? 2 : 1;
}
