/* The length octets of a DER value, definite and indefinite. */
#include "../input.h"
#include <libtasn1.h>

int main(void) {
  unsigned char *der = symbolic_bytes();
  int octets;
  long length = asn1_get_length_der(der, (int)input_size, &octets);
  if (length < 0)
    length = asn1_get_length_ber(der, (int)input_size, &octets);
  return length < 0 ? 1 : 0;
}
