/* A queue of bytes in a ring of six slots, as between an interrupt handler and a main loop.
 *
 * Two counters run freely and wrap around at 256; a slot is a counter modulo six. That is right as long as the number
 * of slots divides 256, which six does not: when a counter wraps from 255 (slot 3) to 0 (slot 0), two bytes that are
 * waiting get the same slot and the older one is lost. A test that begins with fresh counters has to send more than
 * 256 bytes to see it; the driver below begins with the counters anywhere.
 *
 * Albers finds: assert in main: ASSERTION FAIL: out == sent[i]
 */

#include <klee/klee.h>
#include <stdint.h>

enum { SLOTS = 6 };

struct queue {
  uint8_t written;
  uint8_t read;
  uint8_t slots[SLOTS];
};

/* Both answer 0 if there is no room, or no byte. */

static int put(struct queue *queue, uint8_t byte) {
  if ((uint8_t)(queue->written - queue->read) == SLOTS)
    return 0;
  queue->slots[queue->written++ % SLOTS] = byte;
  return 1;
}

static int get(struct queue *queue, uint8_t *byte) {
  if (queue->written == queue->read)
    return 0;
  *byte = queue->slots[queue->read++ % SLOTS];
  return 1;
}

/* What goes in comes out, in the same order, wherever the counters stand. */
int main(void) {
  uint8_t sent[SLOTS + 1] = {'a', 'b', 'c', 'd', 'e', 'f', 'g'};
  uint8_t start;
  klee_make_symbolic(&start, sizeof start, "start");
  int count = klee_range(1, SLOTS + 1, "count");
  struct queue queue = {start, start, {0}};

  for (int i = 0; i < count; i++)
    klee_assert(put(&queue, sent[i]));
  if (count == SLOTS)
    klee_assert(!put(&queue, sent[SLOTS]));
  for (int i = 0; i < count; i++) {
    uint8_t out;
    klee_assert(get(&queue, &out));
    klee_assert(out == sent[i]);
  }
  return 0;
}
