/* An octet string copied into a buffer that may be too small. */
#include "../input.h"
#include <libtasn1.h>

int main(void) {
  unsigned char *der = symbolic_bytes();
  unsigned char copy[SIZE / 2 + 1];
  int octets, length;
  return asn1_get_octet_der(der, (int)input_size, &octets, copy, sizeof copy, &length) != ASN1_SUCCESS;
}
