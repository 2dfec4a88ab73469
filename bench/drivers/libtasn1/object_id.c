/* An object identifier, printed as numbers with dots. */
#include "../input.h"
#include <libtasn1.h>

int main(void) {
  unsigned char *der = symbolic_bytes();
  char text[64];
  int octets;
  return asn1_get_object_id_der(der, (int)input_size, &octets, text, sizeof text) != ASN1_SUCCESS;
}
