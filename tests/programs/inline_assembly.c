// expect: paths=1 partial=2 complete=no
// Barriers, byte swaps, counters and system calls in assembly are understood; the rest names its text.
// also: -O1 -O2
#include <klee/klee.h>
#include <stdint.h>
#include <unistd.h>

#if defined(__x86_64__)
static uint32_t swapped(uint32_t v) {
    __asm__("bswap %0" : "+r"(v));
    return v;
}
static uint16_t swapped_short(uint16_t v) {
    __asm__("rorw $8, %w0" : "+r"(v) : : "cc");
    return v;
}
static uint64_t counter(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}
static long process(void) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(39L) : "rcx", "r11", "memory");
    return result;
}
static void fence(void) { __asm__ volatile("mfence\n\tpause\n\tlock; addl $0,0(%%rsp)" ::: "memory"); }
#define TRAP "ud2"
#define ODD "roll $1, %0"
#elif defined(__aarch64__)
static uint32_t swapped(uint32_t v) {
    uint32_t result;
    __asm__("rev %w0, %w1" : "=r"(result) : "r"(v));
    return result;
}
static uint16_t swapped_short(uint16_t v) { return (uint16_t)(v << 8 | v >> 8); }
static uint64_t counter(void) {
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
}
static long process(void) {
    register long number __asm__("x8") = 172;
    register long result __asm__("x0");
    __asm__ volatile("svc 0" : "=r"(result) : "r"(number) : "memory", "cc");
    return result;
}
static void fence(void) { __asm__ volatile("dmb ish\n\tyield\n\tisb" ::: "memory"); }
#define TRAP "brk #1"
#define ODD "ror %w0, %w0, #1"
#else
static uint32_t swapped(uint32_t v) { return __builtin_bswap32(v); }
static uint16_t swapped_short(uint16_t v) { return __builtin_bswap16(v); }
static uint64_t counter(void) {
    static uint64_t calls;
    return ++calls;
}
static long process(void) { return getpid(); }
static void fence(void) { __asm__ volatile("" ::: "memory"); }
#define TRAP "int3"
#define ODD "something else"
#endif

int main(void) {
    int x = klee_range(0, 3, "case");
    int a = x, b = 7;
    __asm__ volatile("" : "+r"(a) : : "memory");
    __asm__("" : "+r"(a), "+m"(b));
    if (a != x || b != 7)
        return 1;
    if (swapped(0x11223344) != 0x44332211 || swapped_short(0x1122) != 0x2211)
        return 2;
    if (swapped((uint32_t)x) != (uint32_t)x << 24)
        return 3;
    uint64_t before = counter();
    if (counter() <= before || process() != getpid())
        return 4;
    fence();
    if (x == 1)
        __asm__ volatile(TRAP); // error: abort abort failure
    if (x == 2)
        __asm__(ODD : "+r"(a)); // error: exec inline assembly is unsupported
    return 0;
}
