/*
 * The symbolic input of a driver: SIZE bytes in a block of exactly that size. With -D SYMBOLIC_SIZE the block has any
 * size from 1 to SIZE, allocated by a malloc of symbolic size.
 */
#ifndef BENCH_DRIVERS_INPUT_H
#define BENCH_DRIVERS_INPUT_H

#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

static size_t input_size = SIZE;

static inline unsigned char *symbolic_bytes(void) {
#ifdef SYMBOLIC_SIZE
  klee_make_symbolic(&input_size, sizeof input_size, "size");
  klee_assume((input_size >= 1) & (input_size <= SIZE));
#endif
  unsigned char *bytes = malloc(input_size);
  klee_make_symbolic(bytes, input_size, "input");
  return bytes;
}

/* The same as a string: the last byte is 0, and there may be others. */
static inline char *symbolic_text(void) {
  char *text = (char *)symbolic_bytes();
  klee_assume(text[input_size - 1] == '\0');
  return text;
}

#endif
