/* klee.h for a program that runs natively on the input of a test: link this file with the program and name the test
 * in the environment variable KTEST_FILE. It is plain C with nothing but the C library, so that it compiles anywhere.
 *
 * An object is found in the test by its name and by how often that name was asked for before, not by its position
 * alone. Objects that the exploration made up behind symbolic pointers (version 4 of the format) are allocated here
 * and the pointers between all objects are set. Complaints begin as those of KLEE's own replay library do. */

#include <klee/klee.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif
#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

struct pointer {
  uint64_t offset, index, index_offset;
};

struct object {
  char *name;
  unsigned char *data;
  size_t size;
  uint32_t pointer_count;
  struct pointer *pointers;
  unsigned char *place; /* where the program has it, once that is known */
  int taken;
  int is_made_up;
};

static struct object *objects;
static uint32_t object_count;
static int is_read;

static void complain(const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  fputs("KLEE_RUN_TEST_ERROR: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  if (!getenv("KLEE_RUN_TEST_ERRORS_NON_FATAL"))
    _Exit(1);
}

/* ---- counters of a crashed run ---- */

#ifdef ALBERS_COVERAGE
#include <signal.h>

void __gcov_dump(void);

static void keep_counters(int number) {
  signal(number, SIG_DFL);
  __gcov_dump();
  raise(number);
}

__attribute__((constructor)) static void watch_for_crashes(void) {
  static const int numbers[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL};
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
    signal(numbers[i], keep_counters);
}
#endif

/* ---- reading the test ---- */

static const unsigned char *input;
static size_t left;

static void damaged(void) {
  complain("the test file is damaged");
  _Exit(1);
}

static uint64_t number(int size) {
  uint64_t value = 0;
  if ((size_t)size > left)
    damaged();
  left -= (size_t)size;
  while (size-- > 0)
    value = value << 8 | *input++;
  return value;
}

static unsigned char *text(size_t *size) {
  unsigned char *data;
  *size = (size_t)number(4);
  data = *size <= left ? calloc(*size + 1, 1) : NULL;
  if (!data) {
    damaged();
    return NULL;
  }
  memcpy(data, input, *size);
  input += *size;
  left -= *size;
  return data;
}

static void read_objects(uint32_t version) {
  uint32_t i, j;
  size_t size;
  object_count = (uint32_t)number(4);
  objects = calloc(object_count + 1, sizeof *objects);
  for (i = 0; i < object_count; i++) {
    struct object *object = &objects[i];
    object->name = (char *)text(&size);
    if (version >= 4)
      object->is_made_up = number(8) != 0; /* the address it had in the exploration; declared objects have none */
    object->data = text(&object->size);
    if (version >= 4) {
      object->pointer_count = (uint32_t)number(4);
      object->pointers = calloc(object->pointer_count + 1, sizeof *object->pointers);
      for (j = 0; j < object->pointer_count; j++) {
        object->pointers[j].offset = number(8);
        object->pointers[j].index = number(8);
        object->pointers[j].index_offset = number(8);
      }
    }
  }
}

#ifdef ALBERS_EMBEDDED_TEST
static void load_test(void) {
  input = albers_test;
  left = sizeof albers_test;
}
#else
static void load_test(void) {
  const char *path = getenv("KTEST_FILE");
  unsigned char *data = NULL;
  size_t room = 0;
  FILE *file;
  if (!path) {
    complain("no test: set KTEST_FILE to a .ktest file");
    _Exit(1);
  }
  file = fopen(path, "rb");
  if (!file) {
    complain("cannot read the test %s", path);
    _Exit(1);
  }
  for (;;) {
    size_t count;
    if (left == room)
      data = realloc(data, room = 2 * room + 4096);
    count = fread(data + left, 1, room - left, file);
    if (count == 0)
      break;
    left += count;
  }
  fclose(file);
  input = data;
}
#endif

static void read_test(void) {
  uint32_t version, count, i;
  size_t size;
  if (is_read)
    return;
  is_read = 1;
  load_test();
  if (left < 5 || (memcmp(input, "KTEST", 5) != 0 && memcmp(input, "BOUT\n", 5) != 0))
    damaged();
  input += 5;
  left -= 5;
  version = (uint32_t)number(4);
  count = (uint32_t)number(4);
  for (i = 0; i < count; i++)
    free(text(&size));
  if (version >= 2)
    number(8);
  read_objects(version);
}

/* ---- objects and the pointers between them ---- */

static void put_pointer(struct object *object, const struct pointer *pointer) {
  unsigned char *target = objects[pointer->index].place;
  if (object->place && target && pointer->offset + sizeof target <= object->size) {
    target += pointer->index_offset;
    memcpy(object->place + pointer->offset, &target, sizeof target);
  }
}

/* Objects that nobody declares exist only because a pointer leads to them. */
static void make_targets(struct object *object) {
  uint32_t j;
  for (j = 0; j < object->pointer_count; j++) {
    struct object *target;
    if (object->pointers[j].index >= object_count)
      continue;
    target = &objects[object->pointers[j].index];
    if (!target->place && target->is_made_up) {
      target->taken = 1;
      target->place = malloc(target->size);
      memcpy(target->place, target->data, target->size);
      make_targets(target);
    }
  }
}

static void set_pointers(void) {
  uint32_t i, j;
  for (i = 0; i < object_count; i++)
    for (j = 0; j < objects[i].pointer_count; j++)
      if (objects[i].pointers[j].index < object_count)
        put_pointer(&objects[i], &objects[i].pointers[j]);
}

static int is_start_of_process(const char *name) {
  static const char *const names[] = {"n_args", "stdin", "stdin_stat", "stdin_size", "stdout", "stdout_stat"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return 1;
  return 0;
}

static struct object *next_object(const char *name) {
  uint32_t i;
  read_test();
  for (i = 0; i < object_count; i++)
    if (!objects[i].taken && !objects[i].is_made_up && strcmp(objects[i].name, name) == 0)
      return &objects[i];
  for (i = 0; i < object_count; i++)
    if (!objects[i].taken && !objects[i].is_made_up && !is_start_of_process(objects[i].name)) {
      complain("object name mismatch. Requesting \"%s\" but returning \"%s\"", name, objects[i].name);
      return &objects[i];
    }
  complain("out of inputs. Will use zero if continuing.");
  return NULL;
}

void klee_make_symbolic(void *place, size_t size, const char *name) {
  struct object *object;
  if (size == 0)
    return;
  object = next_object(name && *name ? name : "unnamed");
  if (!object) {
    memset(place, 0, size);
    return;
  }
  object->taken = 1;
  /* A test may have more bytes than the program wants of an object whose size is an input too. */
  if (object->size < size) {
    complain("object sizes differ. Expected %lu but got %lu", (unsigned long)size, (unsigned long)object->size);
    memset(place, 0, size);
  }
  memcpy(place, object->data, object->size < size ? object->size : size);
  object->place = place;
  if (object->size > size)
    object->size = size;
  make_targets(object);
  set_pointers();
}

int klee_range(int begin, int end, const char *name) {
  int value;
  if (begin >= end) {
    complain("invalid range");
    return begin;
  }
  if (begin + 1 == end)
    return begin;
  klee_make_symbolic(&value, sizeof value, name);
  if (value < begin || value >= end)
    complain("invalid klee_range(%d, %d, %s) value, got: %d", begin, end, name, value);
  return value;
}

int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  if (value >= n)
    complain("klee_choose failure. max = %lu, got = %lu", (unsigned long)n, (unsigned long)value);
  return value;
}

void klee_assume(uintptr_t condition) {
  if (!condition)
    complain("invalid klee_assume");
}

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

KLEE_BOOL klee_or(uint64_t n, const KLEE_BOOL *conditions) {
  uint64_t i;
  for (i = 0; i < n; i++)
    if (conditions[i])
      return 1;
  return 0;
}

/* ---- ending a path, reporting ---- */

void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  abort();
}

void klee_abort(void) { abort(); }

void klee_silent_exit(int status) { exit(status); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fflush(stdout);
  fprintf(stderr, "KLEE_REPORT_ERROR: %s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}

void klee_warning(const char *message) { fprintf(stderr, "WARNING: %s\n", message); }
void klee_warning_once(const char *message) { klee_warning(message); }
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_stack_trace(void) {}
void klee_dump_constraints(void) {}

/* ---- asking about values ---- */

unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

unsigned klee_is_replay(void) { return 1; }
float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
long long klee_get_valuell(long long value) { return value; }
int32_t klee_get_value_i32(int32_t value) { return value; }
int64_t klee_get_value_i64(int64_t value) { return value; }

/* ---- memory: what only a sanitizer knows is asked of it, if it is there ---- */

#if defined(__has_attribute)
#define WEAK __attribute__((weak))
WEAK size_t __sanitizer_get_allocated_size(const volatile void *object);
WEAK void *__asan_region_is_poisoned(void *begin, size_t size);
#endif

size_t klee_get_obj_size(void *object) {
#ifdef WEAK
  if (__sanitizer_get_allocated_size)
    return __sanitizer_get_allocated_size(object);
#endif
  (void)object;
  complain("klee_get_obj_size needs a build with the address sanitizer");
  return 0;
}

void klee_check_memory_access(const void *address, size_t size) {
#ifdef WEAK
  if (__asan_region_is_poisoned && size && __asan_region_is_poisoned((void *)(uintptr_t)address, size)) {
    volatile const char *byte = __asan_region_is_poisoned((void *)(uintptr_t)address, size);
    (void)*byte; /* the sanitizer reports it */
  }
#endif
  (void)address, (void)size;
}

void klee_define_fixed_object(void *address, size_t size) {
#ifdef MAP_FIXED
  uintptr_t page = 4096, start = (uintptr_t)address & ~(page - 1);
  void *place = mmap((void *)start, (uintptr_t)address + size - start, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == (void *)start)
    return;
#endif
  complain("no object can be made at %p (%lu bytes)", address, (unsigned long)size);
}

void klee_mark_global(void *object) { (void)object; }
void *__klee_wrapped_malloc(size_t size) { return malloc(size); }

/* ---- forking, merging, the environment: nothing to do ---- */

void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_open_object_merge(void) {}
void klee_close_object_merge(void) {}
void klee_open_loop_merge(void) {}
void klee_close_loop_merge(void) {}
void klee_open_qmerge(void) {}
void klee_close_qmerge(void) {}
void klee_init_env(int *argc, char ***argv) { (void)argc, (void)argv; }
void check_stdin_read(void) {}

/* ---- floating point ---- */

#define CLASSIFY(suffix, type)                                                                                       \
  unsigned klee_is_nan_##suffix(type value) { return isnan(value) != 0; }                                            \
  unsigned klee_is_infinite_##suffix(type value) { return isinf(value) != 0; }                                       \
  unsigned klee_is_normal_##suffix(type value) { return isnormal(value) != 0; }                                      \
  unsigned klee_is_subnormal_##suffix(type value) { return fpclassify(value) == FP_SUBNORMAL; }
CLASSIFY(float, float)
CLASSIFY(double, double)
CLASSIFY(long_double, long double)

float klee_abs_float(float value) { return fabsf(value); }
double klee_abs_double(double value) { return fabs(value); }
long double klee_abs_long_double(long double value) { return fabsl(value); }
float klee_sqrt_float(float value) { return sqrtf(value); }
double klee_sqrt_double(double value) { return sqrt(value); }
long double klee_sqrt_long_double(long double value) { return sqrtl(value); }
float klee_rintf(float value) { return rintf(value); }
double klee_rint(double value) { return rint(value); }
long double klee_rintl(long double value) { return rintl(value); }
