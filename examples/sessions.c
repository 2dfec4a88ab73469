/* Sessions of a server in a linked list: opened, used, and thrown out when they were idle for too long.
 *
 * The sweep takes an idle session out of the list and frees it, and then asks the session it has just freed for the
 * next one. Most allocators leave the pointer readable for a while, so that the program usually survives it.
 *
 * Albers finds: ptr in sweep: memory error: use after free
 */

#include <klee/klee.h>
#include <stdlib.h>

enum { STEPS = 4, PATIENCE = 2 };

struct session {
  struct session *next;
  unsigned char id;
  unsigned idle; /* sweeps since it was used */
};

static int open_session(struct session **list, unsigned char id) {
  struct session *fresh = malloc(sizeof *fresh);
  if (fresh == NULL)
    return -1;
  fresh->next = *list;
  fresh->id = id;
  fresh->idle = 0;
  *list = fresh;
  return 0;
}

static int use_session(struct session *list, unsigned char id) {
  for (; list != NULL; list = list->next)
    if (list->id == id) {
      list->idle = 0;
      return 0;
    }
  return -1;
}

static void sweep(struct session **list) {
  struct session **link = list;
  for (struct session *each = *list; each != NULL; each = each->next) {
    if (++each->idle > PATIENCE) {
      *link = each->next;
      free(each);
    } else {
      link = &each->next;
    }
  }
}

static void close_all(struct session *list) {
  while (list != NULL) {
    struct session *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  unsigned char requests[STEPS];
  struct session *list = NULL;
  int refused = 0;
  klee_make_symbolic(requests, sizeof requests, "requests");
  for (int i = 0; i < STEPS; i++) {
    unsigned char id = requests[i] >> 2;
    switch (requests[i] & 3) {
    case 0:
      refused |= open_session(&list, id);
      break;
    case 1:
      refused |= use_session(list, id);
      break;
    default:
      sweep(&list);
    }
  }
  close_all(list);
  return refused != 0;
}
