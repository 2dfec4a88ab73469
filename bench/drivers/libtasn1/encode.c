/* From a string to DER and back. */
#include "../input.h"
#include <assert.h>
#include <libtasn1.h>
#include <string.h>

int main(void) {
  unsigned char *text = symbolic_bytes();
  unsigned char head[16];
  unsigned head_length = sizeof head;
  if (asn1_encode_simple_der(ASN1_ETYPE_OCTET_STRING, text, (unsigned)input_size, head, &head_length) != ASN1_SUCCESS)
    return 1;
  unsigned char whole[16 + SIZE];
  memcpy(whole, head, head_length);
  memcpy(whole + head_length, text, input_size);
  const unsigned char *back;
  unsigned length;
  int result = asn1_decode_simple_der(ASN1_ETYPE_OCTET_STRING, whole, head_length + (unsigned)input_size, &back, &length);
  assert(result == ASN1_SUCCESS && length == input_size && memcmp(back, text, length) == 0);
  return 0;
}
