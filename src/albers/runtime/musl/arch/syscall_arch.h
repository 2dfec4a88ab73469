/* System calls are calls of one function that the engine answers; no instruction of a machine is named.
 *
 * The numbers are our own and the same on every machine (bits/syscall.h). A 64-bit argument of a 32-bit program is
 * passed as two, low half first, without the padding that some machines want. The result is negative for an error,
 * as the kernel has it: -errno. */

long __albers_syscall(long number, long a, long b, long c, long d, long e, long f);

#if __SIZEOF_LONG__ == 8
#define __SYSCALL_LL_E(x) (x)
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __SYSCALL_LL_E(x) (long)(x), (long)((unsigned long long)(x) >> 32)
#else
#error "a 32-bit big-endian machine"
#endif
#define __SYSCALL_LL_O(x) __SYSCALL_LL_E(x)

static inline long __syscall0(long n) {
  return __albers_syscall(n, 0, 0, 0, 0, 0, 0);
}

static inline long __syscall1(long n, long a) {
  return __albers_syscall(n, a, 0, 0, 0, 0, 0);
}

static inline long __syscall2(long n, long a, long b) {
  return __albers_syscall(n, a, b, 0, 0, 0, 0);
}

static inline long __syscall3(long n, long a, long b, long c) {
  return __albers_syscall(n, a, b, c, 0, 0, 0);
}

static inline long __syscall4(long n, long a, long b, long c, long d) {
  return __albers_syscall(n, a, b, c, d, 0, 0);
}

static inline long __syscall5(long n, long a, long b, long c, long d, long e) {
  return __albers_syscall(n, a, b, c, d, e, 0);
}

static inline long __syscall6(long n, long a, long b, long c, long d, long e, long f) {
  return __albers_syscall(n, a, b, c, d, e, f);
}

/* Shared memory, semaphores and message queues are asked for in their present form. */
#define IPC_64 0
