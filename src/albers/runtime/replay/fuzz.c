/* A libFuzzer target for a program with a klee.h driver: the fuzzer's bytes become the inputs that the driver declares,
 * one after the other, with zeros where they end. Compile the program with -Dmain=albers_program_main and link:
 *
 *   clang -g -fsanitize=fuzzer,address,undefined -Iinclude -Dmain=albers_program_main program.c -c -o program.o
 *   clang -g -fsanitize=fuzzer,address,undefined -Iinclude program.o fuzz.c -o fuzz && ./fuzz corpus
 *
 * An input that an assumption rules out is given up. A program that calls exit ends the fuzzer; return instead. */

#include <klee/klee.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int albers_program_main(int argc, char **argv, char **envp);

static const unsigned char *input;
static size_t left;
static jmp_buf give_up;

void klee_make_symbolic(void *place, size_t size, const char *name) {
  size_t count = size < left ? size : left;
  (void)name;
  memcpy(place, input, count);
  memset((char *)place + count, 0, size - count);
  input += count;
  left -= count;
}

void klee_assume(uintptr_t condition) {
  if (!condition)
    longjmp(give_up, 1);
}

int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

int klee_range(int begin, int end, const char *name) {
  unsigned value = (unsigned)klee_int(name);
  return (int)((unsigned)begin + value % ((unsigned)end - (unsigned)begin));
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  return value % n;
}

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
unsigned klee_is_replay(void) { return 1; }
unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
void klee_silent_exit(int status) { longjmp(give_up, 1 + (status == 0)); }
void klee_abort(void) { abort(); }
void klee_warning(const char *message) { fprintf(stderr, "WARNING: %s\n", message); }
void klee_warning_once(const char *message) { klee_warning(message); }

void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  abort();
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static char name[] = "program";
  char *argv[] = {name, NULL};
  input = data;
  left = size;
  if (setjmp(give_up) != 0)
    return -1;
  albers_program_main(1, argv, argv + 1);
  return 0;
}
