// The Test-Comp functions that these programs use, in terms of klee.h.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define NONDET(type, name)                                                                                             \
    static type __VERIFIER_nondet_##name(void) {                                                                       \
        type value;                                                                                                    \
        klee_make_symbolic(&value, sizeof value, #name);                                                               \
        return value;                                                                                                  \
    }
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(void *, pointer)

static void reach_error(void) {
    klee_report_error(__FILE__, __LINE__, "reach_error called", "assert");
}
