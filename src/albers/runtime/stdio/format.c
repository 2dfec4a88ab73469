/* The format engine behind the printf family: reading a format and fetching its arguments.
 *
 * How integers and reals look is decided in format_integer.c and format_real.c. */

#define _GNU_SOURCE
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

/* Arguments that can be named by their number ("%2$d"). */
enum { MAX_NUMBERED = 32 };

enum kind { KIND_NONE, KIND_INT, KIND_LONG, KIND_LONG_LONG, KIND_MAX, KIND_SIZE, KIND_DIFFERENCE, KIND_DOUBLE,
            KIND_LONG_DOUBLE, KIND_POINTER };

union value {
  intmax_t integer; /* sign-extended from its own type */
  double real;
  long double long_real;
  void *pointer;
};

/* A va_list may be an array, which cannot be passed on by address: wrapped, it can. */
struct arguments {
  va_list list;
  union value *numbered; /* NULL while arguments are taken in order */
};

static union value take(struct arguments *arguments, enum kind kind) {
  union value value = {0};
  switch (kind) {
  case KIND_INT:
    value.integer = va_arg(arguments->list, int);
    break;
  case KIND_LONG:
    value.integer = va_arg(arguments->list, long);
    break;
  case KIND_LONG_LONG:
    value.integer = va_arg(arguments->list, long long);
    break;
  case KIND_MAX:
    value.integer = va_arg(arguments->list, intmax_t);
    break;
  case KIND_SIZE:
    value.integer = (intmax_t)va_arg(arguments->list, size_t);
    break;
  case KIND_DIFFERENCE:
    value.integer = va_arg(arguments->list, ptrdiff_t);
    break;
  case KIND_DOUBLE:
    value.real = va_arg(arguments->list, double);
    break;
  case KIND_LONG_DOUBLE:
    value.long_real = va_arg(arguments->list, long double);
    break;
  case KIND_POINTER:
    value.pointer = va_arg(arguments->list, void *);
    break;
  case KIND_NONE:
    break;
  }
  return value;
}

static union value argument(struct arguments *arguments, int number, enum kind kind) {
  return number > 0 ? arguments->numbered[number - 1] : take(arguments, kind);
}

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* A decimal number at format[*i]; -1 when it is too large. */
static int scan_number(const char *format, size_t *i) {
  int value = 0;
  for (; is_digit(format[*i]); (*i)++) {
    int digit = format[*i] - '0';
    if (value >= 0)
      value = value > (INT_MAX - digit) / 10 ? -1 : value * 10 + digit;
  }
  return value;
}

/* "N$" at format[*i] names an argument: its number, else 0 and no change. */
static int scan_argument_number(const char *format, size_t *i) {
  size_t at = *i;
  int number = scan_number(format, &at);
  if (at == *i || format[at] != '$' || number <= 0)
    return 0;
  *i = at + 1;
  return number;
}

static void scan_flags(const char *format, size_t *i, struct directive *directive) {
  for (;; (*i)++) {
    switch (format[*i]) {
    case '-':
      directive->left = 1;
      break;
    case '+':
      directive->plus = 1;
      break;
    case ' ':
      directive->space = 1;
      break;
    case '#':
      directive->alternate = 1;
      break;
    case '0':
      directive->zero = 1;
      break;
    case '\'': /* thousands are not grouped in the C locale */
      break;
    default:
      return;
    }
  }
}

static enum length scan_length(const char *format, size_t *i) {
  char first = format[*i], second = first != '\0' ? format[*i + 1] : '\0';
  switch (first) {
  case 'h':
    *i += second == 'h' ? 2 : 1;
    return second == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
  case 'l':
    *i += second == 'l' ? 2 : 1;
    return second == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
  case 'j':
    (*i)++;
    return LENGTH_MAX;
  case 'z':
    (*i)++;
    return LENGTH_SIZE;
  case 't':
    (*i)++;
    return LENGTH_DIFFERENCE;
  case 'L':
    (*i)++;
    return LENGTH_LONG_DOUBLE;
  default:
    return LENGTH_NONE;
  }
}

/* The directive behind a '%'; the position after it, or 0 when a number in it is too large. */
static size_t scan_directive(const char *format, size_t i, struct directive *directive) {
  *directive = (struct directive){.width_argument = -1, .precision = -1, .precision_argument = -1};
  directive->value_argument = scan_argument_number(format, &i);
  scan_flags(format, &i, directive);
  if (format[i] == '*') {
    i++;
    directive->width_argument = scan_argument_number(format, &i);
  } else {
    directive->width = scan_number(format, &i);
  }
  if (format[i] == '.') {
    i++;
    if (format[i] == '*') {
      i++;
      directive->precision_argument = scan_argument_number(format, &i);
    } else {
      directive->precision = scan_number(format, &i);
      if (directive->precision < 0)
        return 0;
    }
  }
  if (directive->width < 0)
    return 0;
  directive->length = scan_length(format, &i);
  directive->conversion = format[i];
  return i + 1;
}

static enum kind integer_kind(enum length length) {
  switch (length) {
  case LENGTH_LONG:
    return KIND_LONG;
  case LENGTH_LONG_LONG:
  case LENGTH_LONG_DOUBLE: /* "%Ld" is an old spelling of "%lld" */
    return KIND_LONG_LONG;
  case LENGTH_MAX:
    return KIND_MAX;
  case LENGTH_SIZE:
    return KIND_SIZE;
  case LENGTH_DIFFERENCE:
    return KIND_DIFFERENCE;
  default:
    return KIND_INT;
  }
}

static enum kind argument_kind(const struct directive *directive) {
  switch (directive->conversion) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return integer_kind(directive->length);
  case 'c':
  case 'C':
    return KIND_INT;
  case 's':
  case 'S':
  case 'p':
  case 'n':
    return KIND_POINTER;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return directive->length == LENGTH_LONG_DOUBLE ? KIND_LONG_DOUBLE : KIND_DOUBLE;
  default:
    return KIND_NONE;
  }
}

static int note_kind(enum kind *kinds, int number, enum kind kind) {
  if (number > MAX_NUMBERED)
    return -1;
  if (number > 0)
    kinds[number - 1] = kind;
  return 0;
}

/* Numbered arguments can be fetched only when the kinds of all of them are known. -1 when they cannot be. */
static int fetch_numbered(const char *format, struct arguments *arguments, union value *values) {
  enum kind kinds[MAX_NUMBERED] = {KIND_NONE};
  for (size_t i = 0; format[i] != '\0';) {
    if (format[i++] != '%')
      continue;
    struct directive directive;
    i = scan_directive(format, i, &directive);
    if (i == 0 || directive.conversion == '\0')
      return -1;
    if (note_kind(kinds, directive.value_argument, argument_kind(&directive)) != 0 ||
        note_kind(kinds, directive.width_argument, KIND_INT) != 0 ||
        note_kind(kinds, directive.precision_argument, KIND_INT) != 0)
      return -1;
  }
  for (int number = 0; number < MAX_NUMBERED && kinds[number] != KIND_NONE; number++)
    values[number] = take(arguments, kinds[number]);
  arguments->numbered = values;
  return 0;
}

static int uses_numbers(const char *format) {
  for (size_t i = 0; format[i] != '\0'; i++) {
    if (format[i] != '%')
      continue;
    i++;
    return format[i] != '%' && scan_argument_number(format, &i) > 0;
  }
  return 0;
}

static void put_text(struct sink *sink, const struct directive *directive, const char *text, size_t length) {
  int padding = length < (size_t)directive->width ? directive->width - (int)length : 0;
  if (!directive->left)
    __albers_sink_fill(sink, ' ', padding);
  __albers_sink_put(sink, text, length);
  if (directive->left)
    __albers_sink_fill(sink, ' ', padding);
}

static void put_string(struct sink *sink, const struct directive *directive, const char *text) {
  int limit = directive->precision;
  if (text == NULL)
    text = limit < 0 || limit >= 6 ? "(null)" : "";
  put_text(sink, directive, text, limit < 0 ? strlen(text) : strnlen(text, (size_t)limit));
}

/* Wide strings hold what the C locale can write: ASCII. */
static int put_wide(struct sink *sink, const struct directive *directive, const wchar_t *text, size_t limit) {
  size_t length = 0;
  for (; length < limit && text[length] != 0; length++)
    if (text[length] < 0 || text[length] > 127) {
      errno = EILSEQ;
      return -1;
    }
  int padding = length < (size_t)directive->width ? directive->width - (int)length : 0;
  if (!directive->left)
    __albers_sink_fill(sink, ' ', padding);
  for (size_t i = 0; i < length; i++)
    __albers_sink_fill(sink, (char)text[i], 1);
  if (directive->left)
    __albers_sink_fill(sink, ' ', padding);
  return 0;
}

static void put_pointer(struct sink *sink, const struct directive *directive, void *pointer) {
  if (pointer == NULL) {
    put_text(sink, directive, "(nil)", 5);
    return;
  }
  struct directive as_number = *directive;
  as_number.conversion = 'x';
  as_number.alternate = 1;
  __albers_format_integer(sink, &as_number, (uintptr_t)pointer, 0);
}

static void store_count(const struct sink *sink, enum length length, void *target) {
  switch (length) {
  case LENGTH_CHAR:
    *(signed char *)target = (signed char)sink->total;
    break;
  case LENGTH_SHORT:
    *(short *)target = (short)sink->total;
    break;
  case LENGTH_LONG:
    *(long *)target = (long)sink->total;
    break;
  case LENGTH_LONG_LONG:
    *(long long *)target = (long long)sink->total;
    break;
  case LENGTH_MAX:
    *(intmax_t *)target = (intmax_t)sink->total;
    break;
  case LENGTH_SIZE:
    *(size_t *)target = (size_t)sink->total;
    break;
  case LENGTH_DIFFERENCE:
    *(ptrdiff_t *)target = (ptrdiff_t)sink->total;
    break;
  default:
    *(int *)target = (int)sink->total;
  }
}

static intmax_t narrow_signed(intmax_t value, enum length length) {
  switch (length) {
  case LENGTH_CHAR:
    return (signed char)value;
  case LENGTH_SHORT:
    return (short)value;
  default:
    return value;
  }
}

static uintmax_t narrow_unsigned(intmax_t value, enum length length) {
  switch (length) {
  case LENGTH_CHAR:
    return (unsigned char)value;
  case LENGTH_SHORT:
    return (unsigned short)value;
  case LENGTH_NONE:
    return (unsigned)value;
  case LENGTH_LONG:
    return (unsigned long)value;
  case LENGTH_SIZE:
  case LENGTH_DIFFERENCE:
    return (size_t)value;
  default:
    return (uintmax_t)value;
  }
}

static int put_value(struct sink *sink, const struct directive *directive, union value value) {
  int wide = directive->length == LENGTH_LONG;
  switch (directive->conversion) {
  case 'd':
  case 'i': {
    intmax_t number = narrow_signed(value.integer, directive->length);
    uintmax_t magnitude = number < 0 ? -(uintmax_t)number : (uintmax_t)number;
    __albers_format_integer(sink, directive, magnitude, number < 0);
    return 0;
  }
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    __albers_format_integer(sink, directive, narrow_unsigned(value.integer, directive->length), 0);
    return 0;
  case 'c':
    if (!wide) {
      char c = (char)value.integer;
      put_text(sink, directive, &c, 1);
      return 0;
    }
    /* fall through */
  case 'C': {
    wchar_t c = (wchar_t)value.integer;
    if (c == 0) {
      put_text(sink, directive, "", 1);
      return 0;
    }
    return put_wide(sink, directive, &c, 1);
  }
  case 's':
    if (!wide || value.pointer == NULL) {
      put_string(sink, directive, value.pointer);
      return 0;
    }
    /* fall through */
  case 'S':
    return put_wide(sink, directive, value.pointer, directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision);
  case 'p':
    put_pointer(sink, directive, value.pointer);
    return 0;
  case 'n':
    store_count(sink, directive->length, value.pointer);
    return 0;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    if (directive->length == LENGTH_LONG_DOUBLE)
      __albers_format_long_real(sink, directive, value.long_real);
    else
      __albers_format_real(sink, directive, value.real);
    return 0;
  default:
    errno = EINVAL;
    return -1;
  }
}

/* Width and precision that are arguments; -1 when the width is too large to be negated. */
static int take_sizes(struct directive *directive, struct arguments *arguments) {
  if (directive->width_argument >= 0) {
    int width = (int)argument(arguments, directive->width_argument, KIND_INT).integer;
    if (width == INT_MIN)
      return -1;
    directive->left |= width < 0;
    directive->width = width < 0 ? -width : width;
  }
  if (directive->precision_argument >= 0) {
    int precision = (int)argument(arguments, directive->precision_argument, KIND_INT).integer;
    directive->precision = precision < 0 ? -1 : precision;
  }
  return 0;
}

int __albers_format(struct sink *sink, const char *format, va_list list) {
  struct arguments arguments = {.numbered = NULL};
  union value values[MAX_NUMBERED];
  va_copy(arguments.list, list);
  int status = 0;
  if (uses_numbers(format) && fetch_numbered(format, &arguments, values) != 0) {
    errno = EINVAL;
    status = -1;
  }
  for (size_t i = 0; format[i] != '\0' && status == 0;) {
    size_t literal = i;
    while (format[i] != '\0' && format[i] != '%')
      i++;
    __albers_sink_put(sink, format + literal, i - literal);
    if (format[i] == '\0')
      break;
    struct directive directive;
    i = scan_directive(format, i + 1, &directive);
    if (i == 0 || take_sizes(&directive, &arguments) != 0) {
      errno = EOVERFLOW;
      status = -1;
    } else if (directive.conversion == '%') {
      __albers_sink_put(sink, "%", 1);
    } else if (directive.conversion == 'm') {
      put_string(sink, &directive, strerror(errno));
    } else {
      enum kind kind = argument_kind(&directive);
      union value value = argument(&arguments, kind == KIND_NONE ? 0 : directive.value_argument, kind);
      status = put_value(sink, &directive, value);
    }
  }
  va_end(arguments.list);
  return status;
}
