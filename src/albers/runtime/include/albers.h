/* KLEE's interface, plus a few shorthands. */

#ifndef ALBERS_H
#define ALBERS_H

#include <klee/klee.h>

/* Make a whole variable symbolic, named after itself: albers_symbolic(x) for any object x, array or struct. */
#define albers_symbolic(object) klee_make_symbolic((void *)&(object), sizeof(object), #object)

#define albers_make_symbolic(object, size, name) klee_make_symbolic((object), (size), (name))
#define albers_assume(condition) klee_assume((uintptr_t)(condition))
#define albers_assert(expression) klee_assert(expression)

#endif
