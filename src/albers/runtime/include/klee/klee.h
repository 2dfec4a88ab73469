/* What a program under analysis can say to the engine: the interface of KLEE 3.2, together with the additions of
 * its relatives. Every function declared here is answered by the engine; none has a body in C. */

#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define KLEE_NO_RETURN __attribute__((noreturn))
#else
#define KLEE_NO_RETURN
#endif

#ifdef __cplusplus
#define KLEE_BOOL bool
#else
#define KLEE_BOOL _Bool
#endif

/* ---- symbolic inputs ---- */

/* Replace the bytes of an object by fresh symbolic ones; the name appears in the generated tests. */
void klee_make_symbolic(void *object, size_t size, const char *name);

/* A symbolic int in [begin, end). */
int klee_range(int begin, int end, const char *name);

/* A symbolic int without any bound. */
int klee_int(const char *name);

/* A symbolic value below n; does not fork by itself. */
uintptr_t klee_choose(uintptr_t n);

/* ---- constraints and preferences ---- */

/* Continue only with inputs that make the condition true. */
void klee_assume(uintptr_t condition);

/* In tests, make the condition true if that is possible; the path itself is not constrained. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* The disjunction of n conditions, without forking. */
KLEE_BOOL klee_or(uint64_t n, const KLEE_BOOL *conditions);

/* ---- ending a path, reporting ---- */

#define klee_assert(expression)                                                                                      \
  ((expression) ? (void)0 : klee_assert_fail(#expression, __FILE__, __LINE__, __func__))

KLEE_NO_RETURN void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function);

KLEE_NO_RETURN void klee_abort(void);

/* End the path without writing a test for it. */
KLEE_NO_RETURN void klee_silent_exit(int status);

/* Report an error of the program; the suffix names the kind of the error file. */
KLEE_NO_RETURN void klee_report_error(const char *file, int line, const char *message, const char *suffix);

void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Print the message and the expression that the next argument stands for. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* Print what the path has assumed so far. */
void klee_dump_constraints(void);

/* ---- asking about values ---- */

/* 1 if the value depends on symbolic input. */
unsigned klee_is_symbolic(uintptr_t value);

/* 0 in the engine, 1 when a test is run natively. */
unsigned klee_is_replay(void);

/* One possible value; the path is not constrained to it. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

int klee_get_errno(void);

/* ---- memory ---- */

/* The size of the object that starts at the pointer. */
size_t klee_get_obj_size(void *object);

/* An error unless [address, address + size) lies inside one object. */
void klee_check_memory_access(const void *address, size_t size);

/* Make a range of addresses accessible, as for a device at a fixed address. */
void klee_define_fixed_object(void *address, size_t size);

/* Keep a local object alive after its function returns. */
void klee_mark_global(void *object);

void *__klee_wrapped_malloc(size_t size);

/* ---- forking and merging ---- */

void klee_set_forking(unsigned enable);

void klee_open_merge(void);
void klee_close_merge(void);
void klee_open_object_merge(void);
void klee_close_object_merge(void);
void klee_open_loop_merge(void);
void klee_close_loop_merge(void);
void klee_open_qmerge(void);
void klee_close_qmerge(void);

/* ---- floating point ---- */

unsigned klee_is_nan_float(float value);
unsigned klee_is_nan_double(double value);
unsigned klee_is_nan_long_double(long double value);
unsigned klee_is_infinite_float(float value);
unsigned klee_is_infinite_double(double value);
unsigned klee_is_infinite_long_double(long double value);
unsigned klee_is_normal_float(float value);
unsigned klee_is_normal_double(double value);
unsigned klee_is_normal_long_double(long double value);
unsigned klee_is_subnormal_float(float value);
unsigned klee_is_subnormal_double(double value);
unsigned klee_is_subnormal_long_double(long double value);

float klee_abs_float(float value);
double klee_abs_double(double value);
long double klee_abs_long_double(long double value);
float klee_sqrt_float(float value);
double klee_sqrt_double(double value);
long double klee_sqrt_long_double(long double value);
float klee_rintf(float value);
double klee_rint(double value);
long double klee_rintl(long double value);

enum KleeRoundingMode {
  KLEE_FP_RNE = 0, /* to nearest, ties to even */
  KLEE_FP_RNA,     /* to nearest, ties away from zero */
  KLEE_FP_RU,      /* up */
  KLEE_FP_RD,      /* down */
  KLEE_FP_RZ,      /* towards zero */
  KLEE_FP_UNKNOWN
};

void klee_set_rounding_mode(enum KleeRoundingMode mode);
enum KleeRoundingMode klee_get_rounding_mode(void);

/* ---- the environment ---- */

/* Does nothing: symbolic arguments are in place before main begins. */
void klee_init_env(int *argc, char ***argv);

/* End the path without a test if some of standard input is unread. */
void check_stdin_read(void);

#ifdef __cplusplus
}
#endif

#endif
