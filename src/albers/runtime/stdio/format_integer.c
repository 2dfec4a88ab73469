/* How integers look, and how anything is fitted into its width. */

#include "format.h"

int __albers_format_begin(struct sink *sink, const struct directive *directive, const struct layout *layout) {
  int length = layout->prefix_length + layout->body_length;
  int padding = directive->width > length ? directive->width - length : 0;
  int zeros = layout->fill_with_zeros && !directive->left ? padding : 0;
  if (!directive->left)
    __albers_sink_fill(sink, ' ', padding - zeros);
  __albers_sink_put(sink, layout->prefix, (size_t)layout->prefix_length);
  __albers_sink_fill(sink, '0', zeros);
  return directive->left ? padding : 0;
}

static unsigned base_of(char conversion) {
  switch (conversion) {
  case 'o':
    return 8;
  case 'x':
  case 'X':
    return 16;
  default:
    return 10;
  }
}

void __albers_format_integer(struct sink *sink, const struct directive *directive, uintmax_t magnitude, int negative) {
  char digits[sizeof(uintmax_t) * 3];
  const char *symbols = directive->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  unsigned base = base_of(directive->conversion);
  int first = sizeof digits, nonzero = magnitude != 0;
  for (uintmax_t rest = magnitude; rest != 0; rest /= base)
    digits[--first] = symbols[rest % base];
  int digit_count = (int)sizeof digits - first;

  /* A zero with precision 0 has no digits, unless it is octal with '#', which promises a leading zero. */
  int least = directive->precision < 0 ? 1 : directive->precision;
  if (base == 8 && directive->alternate && least <= digit_count)
    least = digit_count + 1;
  int leading_zeros = digit_count < least ? least - digit_count : 0;

  char prefix[2];
  int prefix_length = 0;
  int is_signed = directive->conversion == 'd' || directive->conversion == 'i';
  if (is_signed && (negative || directive->plus || directive->space))
    prefix[prefix_length++] = negative ? '-' : directive->plus ? '+' : ' ';
  if (base == 16 && directive->alternate && nonzero) {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = directive->conversion;
  }
  struct layout layout = {prefix, prefix_length, leading_zeros + digit_count,
                          directive->zero && directive->precision < 0};
  int after = __albers_format_begin(sink, directive, &layout);
  __albers_sink_fill(sink, '0', leading_zeros);
  __albers_sink_put(sink, digits + first, (size_t)digit_count);
  __albers_sink_fill(sink, ' ', after);
}
