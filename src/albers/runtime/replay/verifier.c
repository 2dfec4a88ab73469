/* The functions of Test-Comp programs for native replay: each value is the next object of the test named by its type.
 * All are weak, so that a program that defines one keeps its own. */

#include <klee/klee.h>
#include <stdlib.h>

#define NONDET(suffix, type, name)                                                                                   \
  __attribute__((weak)) type __VERIFIER_nondet_##suffix(void) {                                                      \
    type value;                                                                                                      \
    klee_make_symbolic(&value, sizeof value, name);                                                                  \
    return value;                                                                                                    \
  }

NONDET(bool, KLEE_BOOL, "_Bool")
NONDET(char, char, "char")
NONDET(S8, signed char, "signed char")
NONDET(uchar, unsigned char, "unsigned char")
NONDET(unsigned_char, unsigned char, "unsigned char")
NONDET(short, short, "short")
NONDET(ushort, unsigned short, "unsigned short")
NONDET(int, int, "int")
NONDET(uint, unsigned, "unsigned int")
NONDET(unsigned, unsigned, "unsigned int")
NONDET(unsigned_int, unsigned, "unsigned int")
NONDET(long, long, "long")
NONDET(ulong, unsigned long, "unsigned long")
NONDET(longlong, long long, "long long")
NONDET(ulonglong, unsigned long long, "unsigned long long")
NONDET(float, float, "float")
NONDET(double, double, "double")
NONDET(pointer, void *, "void *")
NONDET(pchar, char *, "char *")
NONDET(charp, char *, "char *")
NONDET(size_t, size_t, "size_t")
NONDET(u8, uint8_t, "u8")
NONDET(u16, uint16_t, "u16")
NONDET(u32, uint32_t, "u32")
NONDET(U32, uint32_t, "u32")
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128, "__int128")
NONDET(uint128, unsigned __int128, "unsigned __int128")
#endif

__attribute__((weak)) void __VERIFIER_nondet_memory(void *place, size_t size) {
  klee_make_symbolic(place, size, "memory");
}
__attribute__((weak)) void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}
