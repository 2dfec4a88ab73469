/* The CSeq header: a number and a method. */
#include "../input.h"
#include <osipparser2/osip_parser.h>

int main(void) {
  osip_cseq_t *cseq;
  if (osip_cseq_init(&cseq) != 0)
    return 2;
  char *text = symbolic_text();
  int result = osip_cseq_parse(cseq, text);
  osip_cseq_free(cseq);
  return result != 0;
}
