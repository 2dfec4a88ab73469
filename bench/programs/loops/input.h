// A buffer of symbolic size with symbolic contents, for the loops of this directory.
#ifndef LOOPS_INPUT_H
#define LOOPS_INPUT_H
#include <klee/klee.h>
#include <stdlib.h>

#ifndef MAX
#define MAX 10
#endif

// `*n` bytes, at most MAX; the object ends behind them.
static unsigned char *any_bytes(size_t *n, const char *name) {
    klee_make_symbolic(n, sizeof *n, "n");
    klee_assume(*n <= MAX);
    unsigned char *bytes = malloc(*n);
    klee_make_symbolic(bytes, *n, name);
    return bytes;
}

// A string of at most MAX - 1 characters in an object that ends behind its terminator.
static char *any_string(const char *name) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "length");
    klee_assume(n < MAX);
    char *text = malloc(n + 1);
    klee_make_symbolic(text, n + 1, name);
    text[n] = 0;
    return text;
}
#endif
