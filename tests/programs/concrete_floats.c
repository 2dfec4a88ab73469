// expect: paths=1 exits=11:1
// Floating point of three formats: arithmetic, rounding, conversions, comparisons, special values, printing, reading.
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double x) {
    union { double real; uint64_t bits; } u = {x};
    return u.bits;
}

static void show_float(const char *name, float x) { printf("%s %08" PRIx32 " %.9g\n", name, bits_of_float(x), x); }
static void show(const char *name, double x) { printf("%s %016" PRIx64 " %.17g\n", name, bits_of_double(x), x); }

/* The digits of a long double depend on its format, which is the machine's; both sides have the same. */
static void show_long(const char *name, long double x) { printf("%s %.25Lg %d %d\n", name, x, x < 0, x == (double)x); }

static volatile double zero = 0.0, one = 1.0, tiny = DBL_MIN, huge = DBL_MAX;
static volatile float float_tenth = 0.1f;

static void arithmetic(void) {
    float f = float_tenth, g = 3.0f;
    double d = 0.1, e = -7.25;
    for (int i = 0; i < 25; i++) {
        f = f * 0.9f - 0.7f / (f + g);
        d = d * 1.7 + e / (d + 1e3);
        e = e - d * 0.3;
        g += (float)d;
    }
    show_float("f", f);
    show_float("g", g);
    show("d", d);
    show("e", e);
    show("float times double", float_tenth * 0.1);
    show_float("narrowed", (float)(one / 3));
    show("subnormal", tiny / 3);
    show("smaller", tiny * DBL_EPSILON / 2);
    show("rounds to zero", tiny * DBL_EPSILON / 4);
    show("to even", 9007199254740993.0 * one);
    show("ties", 1.0 + DBL_EPSILON / 2 + zero);
    show_float("float overflow", (float)(FLT_MAX * 2.0 * one));
    show_float("float subnormal", (float)(FLT_MIN * one / 7));
    double sum = 0;
    for (int i = 1; i <= 100; i++) sum += one / i;
    show("harmonic", sum);
    long double l = 1.0L, step = 1.0L / 3;
    for (int i = 0; i < 30; i++) l = l * 1.5L - step * l / (i + 1);
    show_long("long", l);
    show_long("difference", l - (double)l);
    show_long("quotient", -1.0L / 7 * one);
    show_long("product", (long double)DBL_MAX * 4);
    printf("epsilon %d %d\n", 1.0L + LDBL_EPSILON > 1.0L, 1.0L + LDBL_EPSILON / 4 > 1.0L);
}

static void special_values(void) {
    double inf = one / zero, nan = zero / zero, minus = -zero;
    printf("%d %d %d %d %d\n", inf > DBL_MAX, -inf < -huge, huge * 2 == inf, inf - inf == 0, 1 / minus == -inf);
    printf("%d%d%d%d%d%d %d%d\n", nan < 1, nan > 1, nan <= 1, nan >= 1, nan == nan, nan != nan, !(nan < 1), minus == 0);
    printf("%d %d %d %d %d\n", isnan(nan) != 0, isinf(-inf) != 0, isfinite(huge) != 0, signbit(minus) != 0,
           isnormal(tiny / 2) != 0);
    printf("%f %F %e %g %5.1f|%-6f|%06f\n", inf, -inf, inf, -inf, inf, inf, -inf);
    printf("%s %d\n", nan != nan ? "unordered" : "ordered", isunordered(nan, 1.0) != 0);
    double values[] = {-inf, -1.5, minus, 0.0, tiny, 2.5, inf};
    int order = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) order = order * 3 % 1000003 + (values[i] < values[j]) + 2 * (values[i] == values[j]);
    printf("order %d\n", order);
    float as_float = (float)inf, small = (float)tiny;
    printf("%d %d\n", as_float > FLT_MAX, small == 0);
}

static void conversions(void) {
    const double reals[] = {-0.9, 0.999999999, -2.5, 255.99, 65535.5, 2147483647.5, -2147483648.9, 4294967295.9};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        double x = reals[i];
        printf("%" PRId64 " %d ", (int64_t)x, (short)(int64_t)x);
        if (x > -1) printf("%" PRIu32 " %" PRIu64, (uint32_t)x, (uint64_t)x);
        printf("\n");
    }
    printf("%" PRIu64 " %" PRIu64 "\n", (uint64_t)18446744073709549568.0, (uint64_t)9223372036854775808.0f);
    printf("%" PRId64 " %" PRId64 "\n", (int64_t)-9223372036854775808.0, (int64_t)(float)INT64_C(-4611686018427387905));
    const uint64_t integers[] = {0, 1, 16777217, UINT64_C(9007199254740993), UINT64_C(0xfffffffffffffbff), UINT64_MAX};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        uint64_t n = integers[i];
        printf("%.17g %.17g %.9g %.9g %.0Lf %.0Lf\n", (double)n, (double)(int64_t)n, (float)n, (float)(int64_t)n,
               (long double)n, (long double)(int64_t)n);
    }
    long double l = 123456789.0L + 1.0L / 1024;
    printf("%d %" PRId64 " %.9g %.17g\n", (int)l, (int64_t)(l * 1e9L), (float)l, (double)l);
    printf("%d %d %d %d\n", (_Bool)0.001, (_Bool)zero, (int)(char)65.7, (signed char)-3.99f);
    __int128 w = (__int128)1 << 100;
    printf("%.17g %d\n", (double)w, (__int128)(float)w == w);
}

static void printing(void) {
    const double values[] = {0.0, -1.5, 0.1, 123456.789, 2.5, 3.5, 0.00012345, 99999.25};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double x = values[i];
        printf("%f|%.0f|%e|%.0e|%g|%.3g|%#g|%a|%.2a\n", x, x, x, x, x, x, x, x, x);
    }
    printf("%G %a %.0f\n", 1.5e30, huge, 1e21);
    printf("[%10.3f|%-10.2e|%+g|% g|%010.4f|%#.0f|%+.1e|%.*f|%*g]\n", 3.14159, 31415.9, 1.5, 2.5, -3.14159, 2.0, 0.5, 3,
           2.0 / 3, 8, 0.25);
    printf("[%Lf|%.10Le|%Lg|%.30Lf]\n", 1.0L / 3 * 1.5L, 1e-30L, 1e20L, 0.5L);
    printf("%.40g\n", 1.0 / 3);
}

static void reading(void) {
    const char *const texts[] = {"3.25", "  -1e-3xyz", "0x1.8p3", "inf", "-nan", ".5.5", "-1e40", "4e-20", "none",
                                 "12345678901234567890123", "0.1e+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        double x = strtod(texts[i], &end);
        if (x != x) printf("nan %s\n", end);
        else printf("%016" PRIx64 " %s\n", bits_of_double(x), end);
    }
    show_float("strtof", strtof("16777217.000001", NULL));
    show_long("strtold", strtold("0.333333333333333333333333333333", NULL));
    show("atof", atof("-12.5e1"));
}

static void functions(void) {
    const double xs[] = {2.5, -3.5, -0.3, 0.49999999999999994};
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++) {
        double x = xs[i];
        printf("%g %g %g %g %g %g %.17g\n", fabs(x), floor(x), ceil(x), trunc(x), round(x), rint(x), sqrt(fabs(x)));
        printf("%g %g %g %g\n", copysign(x, -1.0), fmin(x, 1), fmax(x, 1), fma(x, x, -x));
    }
    show_float("sqrtf", sqrtf(2.0f));
    show_float("fabsf", fabsf(-float_tenth));
    show_long("sqrtl", sqrtl(2.0L));
    show_long("fabsl", fabsl(-2.5L));
    printf("%g\n", fmod(-7.5, 2.0));
}

int main(void) {
    arithmetic();
    special_values();
    conversions();
    printing();
    reading();
    functions();
    return 11;
}
