/* A device announces itself on a local network with a packet of fields: a type, a length, and that many bytes.
 *
 *     01 03 'a' 'b' 'c'     name "abc"
 *     02 02 1f 90           port 8080
 *     03 00                 end
 *
 * Every field's length is checked against the end of the packet. The check needs the length, though, and reads it
 * before anybody has asked whether the packet goes on after the type: a packet cut off there is read one byte too far.
 *
 * Albers finds: ptr in read_announcement: memory error: out of bound pointer
 */

#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum field { NAME = 1, PORT = 2, END = 3 };
enum { NAME_SIZE = 4, PACKET_LIMIT = 6 };

struct announcement {
  char name[NAME_SIZE];
  uint16_t port;
};

/* 0 if the packet is well-formed. */
static int read_announcement(const uint8_t *packet, size_t size, struct announcement *result) {
  size_t at = 0;
  while (at < size) {
    uint8_t type = packet[at];
    uint8_t length = packet[at + 1];
    const uint8_t *value = packet + at + 2;
    if (length > size - at - 2)
      return -1;
    switch (type) {
    case NAME:
      if (length >= NAME_SIZE)
        return -1;
      memcpy(result->name, value, length);
      result->name[length] = '\0';
      break;
    case PORT:
      if (length != 2)
        return -1;
      result->port = (uint16_t)(value[0] << 8 | value[1]);
      break;
    case END:
      return 0;
    default: /* a newer protocol: skipped */
      break;
    }
    at += 2 + length;
  }
  return -1;
}

int main(void) {
  uint8_t received[PACKET_LIMIT];
  struct announcement result = {"", 0};
  klee_make_symbolic(received, sizeof received, "received");

  /* Every size on a path of its own, in a buffer of exactly that size: one byte further is out of bounds. */
  size_t size = 1;
  for (int sizes = klee_range(0, PACKET_LIMIT, "size minus one"); sizes > 0; sizes--)
    size++;
  uint8_t *packet = malloc(size);
  memcpy(packet, received, size);
  int answer = read_announcement(packet, size, &result);
  free(packet);
  return answer == 0 ? 0 : 1;
}
