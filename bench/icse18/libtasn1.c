// Decodes SIZE symbolic bytes as one element of a small ASN.1 module, through libtasn1's public interface.
#include <klee/klee.h>
#include <libtasn1.h>
#include <stdlib.h>

#define INTEGER 1
#define OCTETS 2
#define OBJECT 3

#if KIND == INTEGER
#define VALUE_TYPE 3
#elif KIND == OCTETS
#define VALUE_TYPE 7
#else
#define VALUE_TYPE 12
#endif

#ifndef ASN1_TYPE_EMPTY
#define ASN1_TYPE_EMPTY NULL
#endif

// Protocol DEFINITIONS ::= BEGIN Message ::= SEQUENCE { value ... } END, as the library's own compiler lays it out:
// (name, type and flags, value); bit 30 says that a brother follows, bit 29 that a child does.
static const struct { const char *name; unsigned int type; const void *value; } module[] = {
    {"Protocol", 536872976u, 0},
    {0, 1073741836u, 0},
    {"Message", 536870917u, 0},
    {"value", VALUE_TYPE, 0},
    {0, 0, 0},
};

int main(void) {
    asn1_node definitions = 0;
    asn1_node message = 0;
    char problem[128];
    unsigned char *data = malloc(SIZE);
    klee_make_symbolic(data, SIZE, "der");
#if KIND == OBJECT
    klee_assume(data[0] == 0x30 & data[1] == 13 & data[2] == 6 & data[3] == 11);
#endif
    if (asn1_array2tree((const void *)module, &definitions, problem) != ASN1_SUCCESS)
        return 1;
    if (asn1_create_element(definitions, "Protocol.Message", &message) != ASN1_SUCCESS)
        return 2;
    int result = asn1_der_decoding(&message, data, SIZE, problem);
    asn1_delete_structure(&message);
    asn1_delete_structure(&definitions);
    return result != ASN1_SUCCESS;
}
