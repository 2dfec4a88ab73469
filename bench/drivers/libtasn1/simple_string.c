/* A string of any of the simple types, in BER and so in pieces, too. */
#include "../input.h"
#include <libtasn1.h>

static const unsigned TYPES[] = {ASN1_ETYPE_OCTET_STRING, ASN1_ETYPE_PRINTABLE_STRING, ASN1_ETYPE_UTF8_STRING};

int main(void) {
  unsigned char *der = symbolic_bytes();
  unsigned char *text = NULL;
  unsigned length;
  unsigned type = TYPES[klee_range(0, 3, "type")];
  int result = asn1_decode_simple_ber(type, der, (unsigned)input_size, &text, &length, NULL);
  free(text);
  return result != ASN1_SUCCESS;
}
