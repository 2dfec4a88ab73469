// expect: paths=1 exits=42:1
// Programs that look for the processor's extensions find none and take their portable code.
#if defined(__x86_64__)
#include <cpuid.h>
#endif

int main(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") || __builtin_cpu_supports("pclmul"))
        return 1;
    if (__get_cpuid(1, &a, &b, &c, &d) || __get_cpuid_count(7, 0, &a, &b, &c, &d))
        return 2;
#endif
    return 42;
}
