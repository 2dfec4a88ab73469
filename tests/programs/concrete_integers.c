// expect: paths=1 exits=37:1
// Integer arithmetic in all widths, bit-fields, unions, packed structs and odd control flow; every result is printed.
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void print_wide(const char *name, uwide value) {
    printf("%s=%016" PRIx64 "%016" PRIx64 "\n", name, (uint64_t)(value >> 64), (uint64_t)value);
}

/* Bit-fields */

struct flags {
    unsigned low : 3;
    signed int middle : 5;
    unsigned : 0;
    unsigned high : 31;
    _Bool set : 1;
    long long wide : 42;
    unsigned long long rest : 22;
};

struct __attribute__((packed)) record {
    unsigned char tag;
    uint32_t length;
    int16_t delta : 11;
    uint64_t stamp : 53;
    uint16_t tail;
};

#pragma pack(push, 2)
struct half_packed {
    char letter;
    uint64_t number;
    struct {
        signed char small : 4;
        unsigned char other : 4;
    } nibbles[3];
};
#pragma pack(pop)

static void bit_fields(void) {
    struct flags f = {.low = 5, .middle = -13, .high = 0x7fffffffu, .set = 8, .wide = -(1LL << 40), .rest = 1u << 21};
    for (int i = 0; i < 40; i++) {
        f.low += 3;
        f.middle -= 7;
        f.high = f.high * 5u + (unsigned)i;
        f.set ^= f.low & 1;
        f.wide = f.wide * 3 + f.middle;
        f.rest--;
    }
    printf("flags %u %d %u %d %lld %llu\n", f.low, f.middle, f.high, f.set, (long long)f.wide,
           (unsigned long long)f.rest);

    struct record r[2] = {{1, 0xdeadbeef, -1000, (1ull << 53) - 2, 0xabcd}, {2, 3, 1023, 5, 6}};
    r[0].stamp++;
    r[0].delta -= 100;
    r[1].stamp -= 6;
    r[1].delta++;
    unsigned char raw[sizeof r];
    memcpy(raw, r, sizeof r);
    for (size_t i = 0; i < sizeof raw; i++) printf("%02x", raw[i]);
    printf(" %zu %zu\n", sizeof(struct record), offsetof(struct record, tail));

    struct half_packed h = {'h', UINT64_C(0x0123456789abcdef), {{-3, 12}, {7, 15}, {-8, 1}}};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        h.nibbles[i].small += 2;
        h.nibbles[i].other ^= 5;
        sum = sum * 31 + h.nibbles[i].small * h.nibbles[i].other;
    }
    printf("half %d %zu %zu %" PRIx64 "\n", sum, sizeof h, offsetof(struct half_packed, number), h.number);
}

/* Unions */

union view {
    uint64_t whole;
    uint32_t halves[2];
    int16_t quarters[4];
    unsigned char bytes[8];
    struct {
        uint8_t first;
        uint8_t pad[6];
        int8_t last;
    } ends;
    double real;
};

static void unions(void) {
    union view v = {.whole = UINT64_C(0x8899aabbccddeeff)};
    const int little = v.bytes[0] == 0xff;
    v.halves[little] += 0x01010101;
    v.quarters[little ? 0 : 3] = -2;
    v.bytes[3] ^= 0x5a;
    v.ends.last++;
    printf("union %" PRIx64 " %d\n", v.whole, v.ends.last);
    v.real = -1.5;
    v.whole ^= UINT64_C(1) << 63;
    v.whole += UINT64_C(1) << 52;
    printf("punned %g\n", v.real);
    union view copy = v, *p = &copy;
    p->halves[0] = p->halves[1];
    printf("copied %d\n", copy.halves[0] == v.halves[1] && memcmp(&copy, &v, sizeof v) != 0);
}

/* 128 bits */

static wide power(wide base, unsigned exponent) {
    uwide result = 1, factor = (uwide)base;
    for (; exponent; exponent >>= 1, factor *= factor)
        if (exponent & 1) result *= factor;
    return (wide)result;
}

static void wide_integers(void) {
    wide a = power(-7, 43), b = power(3, 41) + 12345;
    uwide u = (uwide)a;
    print_wide("a", (uwide)a);
    print_wide("a/b", (uwide)(a / b));
    print_wide("a%b", (uwide)(a % b));
    print_wide("u/b", u / (uwide)b);
    print_wide("u%b", u % (uwide)b);
    print_wide("a*b", (uwide)a * (uwide)b);
    print_wide("-a", (uwide)-a);
    for (int i = 0; i < 128; i += 37) {
        print_wide("shl", (uwide)b << i);
        print_wide("lshr", u >> i);
        print_wide("ashr", (uwide)(a >> i));
    }
    printf("compare %d %d %d %d\n", a < b, u < (uwide)b, a == -power(7, 43), (a ^ b) < 0);
    printf("converted %.17g %.9g %g\n", (double)a, (double)(float)b, (double)u);
    print_wide("from double", (uwide)(wide)-1.5e30);
    print_wide("from float", (uwide)3.0e38f);
    wide sum;
    bool over = __builtin_add_overflow(((wide)1 << 126), ((wide)1 << 126), &sum);
    print_wide(over ? "overflow" : "sum", (uwide)sum);
    over = __builtin_mul_overflow((uwide)1 << 90, (uwide)1 << 37, &u);
    print_wide(over ? "overflow" : "product", u);
    struct { char c; wide w; } padded = {1, -2};
    printf("layout %zu %zu %d\n", sizeof padded, offsetof(__typeof__(padded), w), (int)padded.w);
}

/* Control flow */

static int dispatch(long long key) {
    switch (key) {
    case LLONG_MIN: return 1;
    case -5 ... -1: return 2;
    case 0:
    case 1: key += 10; /* fall through */
    case 2: return (int)key + 3;
    case 1000000007: return 4;
    case LLONG_MAX: return 5;
    default: return key & 1 ? 6 : 7;
    }
}

static int copy_by_eights(char *to, const char *from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
        do {
        case 0: *to++ = *from++; /* fall through */
        case 7: *to++ = *from++; /* fall through */
        case 6: *to++ = *from++; /* fall through */
        case 5: *to++ = *from++; /* fall through */
        case 4: *to++ = *from++; /* fall through */
        case 3: *to++ = *from++; /* fall through */
        case 2: *to++ = *from++; /* fall through */
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
    return rounds;
}

static int interpret(const unsigned char *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&swap, &&jump_if_small, &&halt};
    int stack[8], top = 0, steps = 0;
    const unsigned char *pc = code;
    goto *labels[*pc++];
push:
    stack[top++] = (signed char)*pc++;
    goto *labels[*pc++];
add:
    top--, stack[top - 1] += stack[top];
    goto *labels[*pc++];
mul:
    top--, stack[top - 1] *= stack[top];
    goto *labels[*pc++];
swap: {
    int t = stack[top - 1];
    stack[top - 1] = stack[top - 2];
    stack[top - 2] = t;
    goto *labels[*pc++];
}
jump_if_small:
    steps++;
    if (stack[top - 1] < 2000) pc -= *pc;
    else pc++;
    goto *labels[*pc++];
halt:
    return stack[top - 1] * 100 + steps;
}

static void control_flow(void) {
    const long long keys[] = {LLONG_MIN, -6, -5, -1, 0, 1, 2, 3, 4, 1000000007, LLONG_MAX};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) printf("%d ", dispatch(keys[i]));
    char target[32] = {0};
    int left = copy_by_eights(target, "goto considered powerful", 21);
    printf("%s %d\n", target, left);
    const unsigned char code[] = {0, (unsigned char)-7, 0, 5, 3, 3, 0, 3, 2, 0, 1, 1, 4, 7, 1, 5};
    printf("interpreted %d\n", interpret(code));

    int i = 7, total = 0;
    if (i > 5) goto inside;
    for (i = 0; i < 10; i++) {
        total += 100;
    inside:
        for (int j = i; j--;) {
            if (j == 3) continue;
            if (j * i > 60) break;
            total += i ^ j;
        }
        if (total % 11 == 4) goto out;
    }
out:
    printf("jumped %d %d\n", i, total);
}

/* Conversions, promotions, builtins */

static void conversions(void) {
    signed char sc = -128;
    unsigned char uc = 200;
    short s = -32768;
    unsigned short us = 65535;
    int i = INT_MIN + 1;
    unsigned u = UINT_MAX;
    printf("%d %d %d %d %d\n", -sc, uc + uc, s * us == INT_MIN + 32768, us << 8, (unsigned char)(uc << 1));
    printf("%d %d %d %u %d\n", sc < uc, i < (int)u, (unsigned)i < u, -u, (short)70000);
    printf("%d %d %d %d\n", -17 / 5, -17 % 5, 17 / -5, 17 % -5);
    printf("%d %d %u\n", -17 >> 2, (int)(~0u >> 1) == INT_MAX, 1u << 31);
    printf("%" PRId64 " %" PRIu64 " %d\n", (int64_t)(int)u, (uint64_t)(int64_t)s, (int)(bool)0.2);
    printf("%d %d %d %d %d\n", __builtin_popcountll(0xf0f0f0f0f0ull), __builtin_clz(1), __builtin_ctzll(1ull << 40),
           __builtin_ffs(0), __builtin_parity(7));
    printf("%x %" PRIx64 " %x\n", __builtin_bswap32(0x12345678), __builtin_bswap64(UINT64_C(0x0102030405060708)),
           __builtin_bswap16(0xabcd));
    int result;
    printf("%d", __builtin_sub_overflow(INT_MIN, 1, &result));
    printf(" %d", result);
    short narrow;
    printf(" %d", __builtin_mul_overflow(300, 300, &narrow));
    printf(" %d\n", narrow);
    uint32_t x = 0x80000001;
    for (int n = 1; n < 32; n += 10) x = (x << n | x >> (32 - n)) + (x ^ x >> 16) * 0x45d9f3b;
    printf("%08x\n", x);
    enum color { RED = -1, GREEN, BLUE = 40 } c = GREEN;
    c++;
    printf("%d %zu %d\n", c, sizeof(enum color), (c == 1) + (BLUE > RED));
    uint64_t lcg = 1;
    for (int n = 0; n < 50; n++) lcg = lcg * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    printf("%" PRIu64 " %" PRIu64 " %" PRId64 "\n", lcg, lcg % 1000003, (int64_t)lcg / 1000003);
}

static void formats(void) {
    printf("[%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|%x|%#X|%#o|%u]\n", 42, 42, 42, 42, 42, 7, 7, 7, 255, 255, 8, 3u);
    printf("[%hhd|%hd|%ld|%lld|%zu|%td|%jd|%hhu]\n", (signed char)300, (short)70000, -1L, LLONG_MIN, sizeof(int),
           (ptrdiff_t)-3, INTMAX_MAX, (unsigned char)511);
    printf("[%*d|%-*d|%.*d|%c|%5c|%-3c|%s|%.2s|%6.3s|%-6s|%%]\n", 6, 1, 4, 2, 3, 5, 'x', 'y', 'z', "str", "string", "abcdef",
           "ab");
    printf("[%#x|%.0d|%+.0d|%#.3o|%-+6d|%+-6d|%0*d]\n", 0, 0, 0, 9, 5, -5, 7, -12);
}

int main(void) {
    bit_fields();
    unions();
    wide_integers();
    control_flow();
    conversions();
    formats();
    return 37;
}
