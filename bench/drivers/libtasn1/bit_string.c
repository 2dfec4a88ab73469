/* A bit string with its count of unused bits. */
#include "../input.h"
#include <libtasn1.h>

int main(void) {
  unsigned char *der = symbolic_bytes();
  unsigned char copy[SIZE];
  int octets, length;
  return asn1_get_bit_der(der, (int)input_size, &octets, copy, sizeof copy, &length) != ASN1_SUCCESS;
}
