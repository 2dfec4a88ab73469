/* A value of a structured type, whose definition is parsed first. */
#include "../input.h"
#include <libtasn1.h>
#include <stdio.h>

static const char DEFINITION[] = "Test { }\n"
                                 "DEFINITIONS IMPLICIT TAGS ::= BEGIN\n"
                                 "Pair ::= SEQUENCE { number INTEGER, flag BOOLEAN OPTIONAL, rest OCTET STRING }\n"
                                 "END\n";

int main(void) {
  FILE *file = fopen("pair.asn", "w");
  fputs(DEFINITION, file);
  fclose(file);
  asn1_node definitions = NULL, value = NULL;
  char error[ASN1_MAX_ERROR_DESCRIPTION_SIZE];
  if (asn1_parser2tree("pair.asn", &definitions, error) != ASN1_SUCCESS)
    return 2;
  asn1_create_element(definitions, "Test.Pair", &value);
  unsigned char *der = symbolic_bytes();
  int result = asn1_der_decoding(&value, der, (int)input_size, error);
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return result != ASN1_SUCCESS;
}
