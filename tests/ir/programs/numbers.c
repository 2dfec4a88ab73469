/* Integer and floating-point arithmetic of every width, conversions, builtins, atomics, inline assembly, vectors. */
#include <complex.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef unsigned __int128 u128;

float single = 0.1f, huge = 3.402823466e+38f, tiny = 1e-45f, nan_single = NAN;
double real = 0.1, infinite = -INFINITY;
long double extended = 0.1L;
long double extended_table[3] = {1.0L, -2.5L, 1e100L};
_Float16 half_precision = 1.5f16;
const u128 wide = ((u128)1 << 100) + 5;
v4i lanes = {1, -2, 3, -4};

int64_t arithmetic(int8_t a, uint16_t b, int32_t c, uint64_t d)
{
    int64_t x = a * b - c;
    x ^= (int64_t)(d >> 3) | ~x;
    x += c / (b + 1) + d % 7 + (c << 3) + (c >> 2);
    x -= (unsigned)c >> 1;
    return x > 0 ? x : -x;
}

u128 multiply(uint64_t a, uint64_t b) { return (u128)a * b + wide; }

bool overflow(int a, int b, int *result) { return __builtin_mul_overflow(a, b, result) || __builtin_add_overflow(a, 1, &b); }

int bits(unsigned a, unsigned long b)
{
    return __builtin_popcount(a) + __builtin_clz(a | 1) + __builtin_ctzl(b | 1) + (int)__builtin_bswap32(a)
         + __builtin_expect(a > 3, 0) + (int)((a << 7) | (a >> 25));
}

double mix(float f, double d, int i, unsigned u, long double l)
{
    double r = f * d + i - u;
    if (isnan(r) || f != f)
        return -r;
    if (isinf(d) || l > 2.0L)
        return sqrt(fabs(r)) + floor(d) + fmod(d, 3.0);
    r += (int)f + (unsigned)d + (float)l + (double)(half_precision * (_Float16)f);
    return copysign(fma(r, d, 1.0), r) + (double)(extended_table[i & 1] + l);
}

double complex rotate(double complex z) { return z * I + 1.0; }

v4i blend(v4i a, v4i b, v4f f)
{
    v4i mask = a > b;
    v4i mixed = (a & mask) | (b & ~mask);
    mixed = __builtin_shufflevector(mixed, a, 3, 2, 5, 4);
    mixed[1] = a[2] + (int)f[0];
    return mixed + __builtin_convertvector(f * 2.0f, v4i);
}

_Atomic int shared;
atomic_flag flag;
int plain;

int atomics(int v)
{
    int expected = 3;
    atomic_fetch_add(&shared, v);
    atomic_fetch_or_explicit(&shared, 4, memory_order_relaxed);
    __atomic_fetch_nand(&plain, v, __ATOMIC_SEQ_CST);
    atomic_exchange(&shared, 9);
    atomic_compare_exchange_strong(&shared, &expected, v);
    atomic_thread_fence(memory_order_acquire);
    while (atomic_flag_test_and_set(&flag))
        ;
    volatile int seen = atomic_load(&shared);
    atomic_store_explicit(&shared, seen, memory_order_release);
    return seen;
}

int barrier(int x)
{
    __asm__ volatile("# {nothing}, !dbg !1" : "+r"(x) : : "memory");
    return x;
}

_Noreturn void stop(void) { __builtin_trap(); }

double sum(const double *values, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

void saxpy(float *restrict y, const float *restrict x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

unsigned checksum(const unsigned char *data, unsigned long size)
{
    unsigned total = 0;
    for (unsigned long i = 0; i < size; i++)
        total += data[i] * 3u + (data[i] > 100 ? 1u : 2u);
    return total;
}

int smallest(const int *data, int n)
{
    int best = 2147483647;
    for (int i = 0; i < n; i++)
        best = data[i] < best ? data[i] : best;
    return best;
}

void transpose(int out[8][8], int in[8][8])
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            out[j][i] = in[i][j] == 0 ? 7 : in[i][j];
}
