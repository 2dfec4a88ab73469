/* Jumps out of functions: setjmp, sigsetjmp, buffers that are copied, nested and used again. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf outer, inner;
static sigjmp_buf with_mask, without_mask;

static void descend(int depth, jmp_buf *target, int value) {
  char local[16];
  memset(local, depth, sizeof local);
  if (depth == 0)
    longjmp(*target, value);
  descend(depth - 1, target, value);
  printf("never %d\n", local[0]);
}

static void values(void) {
  volatile int kept = 1;
  int unchanged = 42;
  int result = setjmp(outer);
  printf("setjmp %d kept %d unchanged %d\n", result, kept, unchanged);
  if (kept < 4) {
    kept++;
    descend(kept, &outer, kept - 2); /* the first value is 0, which arrives as 1 */
  }
}

static void nested(void) {
  volatile int round = 0;
  if (setjmp(outer) == 0) {
    if (setjmp(inner) == 0)
      descend(3, &inner, 5);
    printf("inner, round %d\n", ++round);
    if (round < 3)
      longjmp(inner, 6);
    descend(2, &outer, 1);
  }
  printf("outer, round %d\n", round);
}

static void copied(void) {
  jmp_buf copy;
  volatile int seen = 0;
  switch (setjmp(outer)) {
  case 0:
    memcpy(copy, outer, sizeof copy);
    memset(outer, 0, sizeof outer);
    memcpy(outer, copy, sizeof outer);
    longjmp(outer, 10);
  case 10:
    seen += 1;
    memcpy(inner, copy, sizeof inner);
    descend(1, &inner, 20);
  case 20:
    seen += 10;
    break;
  default:
    seen += 100;
  }
  printf("copied %d\n", seen);
}

static int is_blocked(int signal) {
  sigset_t now;
  sigprocmask(SIG_BLOCK, NULL, &now);
  return sigismember(&now, signal);
}

static void block(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void masks(void) {
  if (sigsetjmp(with_mask, 1) == 0) {
    block(SIGUSR1);
    siglongjmp(with_mask, 1);
  }
  printf("with mask: blocked %d\n", is_blocked(SIGUSR1));
  if (sigsetjmp(without_mask, 0) == 0) {
    block(SIGUSR2);
    siglongjmp(without_mask, 1);
  }
  printf("without mask: blocked %d\n", is_blocked(SIGUSR2));
}

static void on_signal(int signal) {
  siglongjmp(with_mask, signal == SIGTERM ? 3 : 4);
}

static void out_of_a_handler(void) {
  signal(SIGTERM, on_signal);
  volatile int rounds = 0;
  int result = sigsetjmp(with_mask, 1);
  printf("handler %d\n", result);
  if (rounds++ < 2)
    raise(SIGTERM);
  printf("blocked %d\n", is_blocked(SIGTERM));
}

static int compare(const void *a, const void *b) {
  if (*(const int *)a == 3 || *(const int *)b == 3)
    longjmp(inner, 3);
  return *(const int *)a - *(const int *)b;
}

static void out_of_the_library(void) {
  static int numbers[] = {5, 4, 3, 2, 1};
  if (setjmp(inner) == 0)
    qsort(numbers, 5, sizeof *numbers, compare);
  else
    puts("sorting was interrupted");
}

static void in_loops(void) {
  static jmp_buf points[3];
  static int visits[3];
  static int jumps;
  for (volatile int i = 0; i < 3; i++) {
    int value = setjmp(points[i]);
    if (value != 0) {
      visits[value - 1]++;
      break;
    }
  }
  if (jumps < 3) {
    jumps++;
    longjmp(points[jumps - 1], jumps);
  }
  printf("%d %d %d\n", visits[0], visits[1], visits[2]);
}

static void (*through_a_pointer)(jmp_buf, int) = longjmp;

int main(void) {
  values();
  nested();
  copied();
  masks();
  out_of_a_handler();
  out_of_the_library();
  in_loops();
  if (_setjmp(outer) == 0)
    through_a_pointer(outer, 2);
  puts("end");
  return 0;
}
