// expect: paths=1 exits=255:1
// Calls of every kind: structs by value, variable arguments, function pointers, recursion, callbacks of the library;
// objects of every kind: variable-length arrays, compound literals, static locals, initialised tables of pointers.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Structs by value, in the sizes and mixtures that calling conventions treat differently */

struct byte { char c; };
struct pair { int x, y; };
struct reals { float a, b, c; };
struct mixed { double d; int i; };
struct three { char bytes[3]; };
struct large { long numbers[7]; char tag; };
struct deep { struct { struct pair p; union { float f; int i; } u; } in[2]; short s; };
struct precise { long double value; int sign; };

static struct byte next_byte(struct byte b) { return (struct byte){(char)(b.c + 1)}; }
static struct pair swapped(struct pair p) { return (struct pair){p.y, p.x}; }
static struct reals scaled(struct reals r, float by) { return (struct reals){r.a * by, r.b * by, r.c * by}; }
static struct mixed moved(struct mixed m, struct mixed by) { return (struct mixed){m.d + by.d, m.i - by.i}; }
static struct three reversed(struct three t) { return (struct three){{t.bytes[2], t.bytes[1], t.bytes[0]}}; }
static struct precise halved(struct precise p) { return (struct precise){p.value / 2, -p.sign}; }

static struct large shifted(struct large l, int by) {
    struct large result = {.tag = (char)(l.tag + 1)};
    for (int i = 0; i < 7; i++) result.numbers[(i + by) % 7] = l.numbers[i] * 3;
    l.numbers[0] = -1; /* the caller's copy is its own */
    return result;
}

static struct deep changed(struct deep d) {
    d.in[1] = d.in[0];
    d.in[1].p.x += d.s--;
    d.in[0].u.f = 0.5f;
    return d;
}

static void structs(void) {
    struct large l = {{1, 2, 3, 4, 5, 6, 7}, 'a'}, m = shifted(shifted(l, 2), 6);
    printf("%ld %ld %ld %c %ld\n", m.numbers[0], m.numbers[3], m.numbers[6], m.tag, l.numbers[0]);
    struct deep d = changed((struct deep){{{{1, 2}, {.i = 3}}, {{4, 5}, {.f = 1.0f}}}, 9});
    printf("%d %d %g %d %d\n", d.in[1].p.x, d.in[1].u.i, d.in[0].u.f, d.in[0].p.y, d.s);
    struct reals r = scaled(scaled((struct reals){1, 2.5f, -3}, 0.1f), 7);
    printf("%c %d %.7g %.7g %.7g\n", next_byte(next_byte((struct byte){'x'})).c, swapped((struct pair){1, 2}).x, r.a, r.b, r.c);
    struct mixed x = moved((struct mixed){1.25, 3}, moved((struct mixed){0.5, 1}, (struct mixed){4, 40}));
    printf("%g %d %.3s", x.d, x.i, reversed((struct three){"cba"}).bytes);
    struct precise p = halved(halved((struct precise){3.0L, 1}));
    printf(" %.5Lf %d\n", p.value, p.sign);
    struct large copies[2] = {l, m};
    copies[0] = copies[1];
    copies[1].tag = 'z';
    printf("%d %zu %zu\n", memcmp(copies[0].numbers, m.numbers, sizeof m.numbers), sizeof d, offsetof(struct large, tag));
}

/* Variable arguments */

static double total(const char *kinds, ...) {
    va_list arguments, again;
    double sum = 0;
    va_start(arguments, kinds);
    va_copy(again, arguments);
    for (const char *k = kinds; *k; k++) {
        switch (*k) {
        case 'i': sum += va_arg(arguments, int); break;
        case 'u': sum += va_arg(arguments, unsigned); break;
        case 'l': sum += (double)va_arg(arguments, long long); break;
        case 'd': sum += va_arg(arguments, double); break;
        case 'L': sum += (double)va_arg(arguments, long double); break;
        case 's': sum += (double)strlen(va_arg(arguments, const char *)); break;
        case 'p': sum += va_arg(arguments, struct pair).y; break;
        case 'm': sum += va_arg(arguments, struct mixed).d; break;
        case 'r': sum += va_arg(arguments, struct reals).c; break;
        case 'G': sum += va_arg(arguments, struct large).numbers[6]; break;
        case 'P': sum += (double)va_arg(arguments, struct precise).value; break;
        case 'f': sum += va_arg(arguments, int (*)(int))('!'); break;
        case 'w': sum += (double)va_arg(arguments, __int128); break;
        }
    }
    va_end(arguments);
    if (*kinds == 'i') sum += 1000 * va_arg(again, int);
    va_end(again);
    return sum;
}

static int format(char *to, size_t size, const char *pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    int length = vsnprintf(to, size, pattern, arguments);
    va_end(arguments);
    return length;
}

static void variable_arguments(void) {
    struct large l = {{0, 0, 0, 0, 0, 0, 77}, 'l'};
    printf("%g\n", total("iuldLs", -1, 4000000000u, 1LL << 40, 0.25, 0.5L, "seven"));
    printf("%g\n", total("pmrGPf", (struct pair){1, 2}, (struct mixed){0.75, 1}, (struct reals){1, 2, 3}, l, (struct precise){0.125L, 1}, isalnum));
    printf("%g\n", total("ididididididididididididi", 1, .5, 2, .5, 3, .5, 4, .5, 5, .5, 6, .5, 7, .5, 8, .5, 9, .5, 10, .5, 11, .5, 12, .5, 13));
    printf("%g\n", total("LdLwip", 1.5L, 2.5, 3.5L, (__int128)1 << 70, 6, (struct pair){7, 8}));
    char text[16];
    int length = format(text, sizeof text, "%s-%05.1f-%lld-%c", "abc", 2.25, 123456789012LL, 'q');
    printf("%s %d %d\n", text, length, format(NULL, 0, "%08x", 255));
}

/* Function pointers, tables, recursion */

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

struct operation {
    const char *name;
    int (*apply)(int, int);
    const struct operation *inverse;
    struct { const int *at; ptrdiff_t offset; } where;
};

static int numbers[] = {2, 3, 5, 7, 11, 13};
static const struct operation operations[] = {
    [2] = {"max", larger, NULL, {numbers + 5, -5}},
    [0] = {"add", add, &operations[1], {&numbers[1], 2}},
    [1] = {.name = &"subtract"[3], .apply = subtract, .inverse = operations, .where.at = numbers + sizeof numbers / sizeof *numbers - 1},
};
static const char *const words[][2] = {{"one", "uno"}, {"two"}, {[1] = "tre"}};
static const char letters[3][4] = {"abc", {'d', 'e'}, "wxyz"};
static int *volatile last = &numbers[5];
static const uintptr_t distance_known = sizeof(struct operation) * 0 + (uintptr_t)16;

static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int count_calls(int by) {
    static int calls, *self = &calls;
    static struct pair history[2] = {{.y = 3}, {4, 5}};
    history[calls & 1].x += by;
    *self += 1;
    return calls * 100 + history[0].x * 10 + history[1].x;
}

static int (*choose(char c))(int, int) { return c == '+' ? add : c == '-' ? subtract : larger; }

static void function_pointers(void) {
    for (size_t i = 0; i < 3; i++) {
        const struct operation *o = &operations[i];
        int base = o->where.at[o->where.offset];
        printf("%s %d %s %d\n", o->name, o->apply(base, 4), o->inverse ? o->inverse->name : "none", (int)(o->where.at - numbers));
    }
    printf("%s %d %s %c%c%d %d\n", words[0][1], words[1][1] == NULL, words[2][1], letters[1][1], letters[2][3], letters[1][3], *last);
    printf("%d %d %d %lu\n", choose('+')(2, 3), (*choose('-'))(2, 3), choose('?')(2, 3), (unsigned long)distance_known);
    printf("%u %d %d\n", ackermann(2, 4), is_even(101), is_odd(77));
    int third = 0;
    for (int i = 1; i <= 3; i++) third = count_calls(i);
    printf("%d\n", third);
}

/* Objects */

static int matrix_trace(int n, int m, int rows[n][m]) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += rows[i][i % m] * (int)(sizeof *rows / sizeof **rows);
    return sum;
}

struct text { size_t length; char chars[]; };

static void objects(void) {
    int sum = 0;
    for (int n = 1; n < 6; n++) {
        int square[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++) square[i][j] = i * 10 + j;
        sum += matrix_trace(n, n + 1, square) + (int)sizeof square;
    }
    int *literal = (int[]){3, 1, 4, [5] = 9, 2};
    struct pair *p = &(struct pair){.y = literal[5]};
    literal[4] = p->y++ + p->x--;
    printf("%d %d %d %d\n", sum, literal[4], p->y, p->x);
    struct text *t = malloc(sizeof *t + 6);
    t->length = 5;
    memcpy(t->chars, "flex!", 6);
    struct text *grown = realloc(t, sizeof *t + 12);
    memmove(grown->chars + 2, grown->chars, 6);
    printf("%s %zu\n", grown->chars, grown->length);
    free(grown);
    unsigned *cells = calloc(10, sizeof *cells);
    for (unsigned *c = cells; c < cells + 10; c++) *c += (unsigned)(c - cells) * 7 + (c > cells ? c[-1] : 1);
    printf("%u %d\n", cells[9], _Generic(cells[0], unsigned: 1, default: 2));
    free(cells);
    char *volatile buffer = __builtin_alloca((size_t)sum % 7 + 8);
    strcpy(buffer, "alloca");
    printf("%s\n", buffer);
}

/* The library */

static int by_length_then_text(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    size_t m = strlen(x), n = strlen(y);
    return m != n ? (m > n) - (m < n) : strcmp(x, y);
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void library(void) {
    const char *names[] = {"delta", "pi", "alpha", "omega", "mu", "xi", "beta", "gamma"};
    qsort(names, 8, sizeof *names, by_length_then_text);
    for (int i = 0; i < 8; i++) printf("%s ", names[i]);
    int primes[20], key = 13;
    for (int i = 0; i < 20; i++) primes[i] = (i * 37 + 11) % 23;
    qsort(primes, 20, sizeof *primes, by_value);
    int *found = bsearch(&key, primes, 20, sizeof *primes, by_value);
    printf("%d %d %d\n", primes[0], primes[19], found ? (int)(found - primes) : -1);

    char line[40] = "  key = value, other=", copy[40], *rest;
    strcat(line, "42;");
    strncpy(copy, line, sizeof copy);
    printf("%zu %d %d %s\n", strlen(line), strcmp("abc", "abd") < 0, strncmp("abcX", "abcY", 3), strstr(line, "val"));
    for (char *word = strtok(line, " =,;"); word; word = strtok(NULL, " =,;")) printf("<%s>", word);
    printf(" %s %s %zu %zu\n", strchr(copy, 'o'), strrchr(copy, '='), strspn("aabbc", "ab"), strcspn("hello", "lo"));
    printf("%s %d %d\n", strpbrk(copy, "v,"), memchr("a\0b", 'b', 3) != NULL, memcmp("\xff", "\x01", 1) > 0);
    memset(copy, '-', 5);
    long parsed = strtol("-0x1fz", &rest, 16);
    printf("%.8s %ld %lu %s\n", copy, parsed, strtoul("777", NULL, 8), rest);
    errno = 0;
    long long clamped = strtoll("99999999999999999999", &rest, 10);
    printf("%lld %d %d %d\n", clamped, errno == ERANGE, *rest, atoi(" +12x"));
    printf("%d %d %c %d %d\n", toupper('q'), isspace('\t') != 0, tolower('Q'), isxdigit('g') != 0, abs(-4));
    div_t d = div(-7, 2);
    printf("%d %d %ld\n", d.quot, d.rem, labs(-5L));
    char built[64];
    int n = sprintf(built, "%s/%d", "path", 7);
    n += snprintf(built + n, 8, ".%.*s", n + 3, "truncated");
    puts(built);
    printf("%d\n", n);
    putchar('!');
    fputs("done\n", stdout);
    fprintf(stdout, "%s%c", "end", '\n');
}

int main(void) {
    structs();
    variable_arguments();
    function_pointers();
    objects();
    library();
    return -1;
}
