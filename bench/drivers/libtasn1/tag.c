/* Class and number of a tag. */
#include "../input.h"
#include <libtasn1.h>

int main(void) {
  unsigned char *der = symbolic_bytes();
  unsigned char class;
  unsigned long tag;
  int octets;
  return asn1_get_tag_der(der, (int)input_size, &class, &octets, &tag) != ASN1_SUCCESS;
}
