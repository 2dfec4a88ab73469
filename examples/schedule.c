/* The hour field of a schedule as cron writes it: when to run, as a set of the 24 hours in one word.
 *
 *     9          at nine              8-18       every hour from eight to six
 *     *          every hour           8-18/2     every second of those
 *
 * Two things were forgotten. The end of a range is not compared with the 24 hours a day has, so "9-40" shifts further
 * than the word is wide. And a step of zero is taken as it comes.
 *
 * Albers finds: overshift in hours_of: overshift error
 * Albers finds: div in hours_of: divide by zero
 */

#include <klee/klee.h>
#include <stdint.h>

enum { HOURS = 24, FIELD_SIZE = 6 };

/* One or two digits; answers where they end, or 0 if there are none. */
static const char *read_number(const char *at, unsigned *number) {
  if (*at < '0' || *at > '9')
    return 0;
  *number = (unsigned)(*at++ - '0');
  if (*at >= '0' && *at <= '9')
    *number = 10 * *number + (unsigned)(*at++ - '0');
  return at;
}

/* The hours as bits, hour 0 lowest; 0 if the field is malformed. */
static uint32_t hours_of(const char *field) {
  unsigned first = 0, last = HOURS - 1, step = 1;
  const char *at = field;
  if (*at == '*') {
    at++;
  } else {
    at = read_number(at, &first);
    if (!at || first >= HOURS)
      return 0;
    last = first;
    if (*at == '-') {
      at = read_number(at + 1, &last);
      if (!at || last < first)
        return 0;
    }
  }
  if (*at == '/') {
    at = read_number(at + 1, &step);
    if (!at)
      return 0;
  }
  if (*at != '\0')
    return 0;
  unsigned runs = (last - first) / step + 1;
  uint32_t hours = 0;
  for (unsigned hour = first; runs > 0; hour += step, runs--)
    hours |= (uint32_t)1 << hour;
  return hours;
}

int main(void) {
  char field[FIELD_SIZE];
  klee_make_symbolic(field, sizeof field, "field");
  klee_assume(field[FIELD_SIZE - 1] == '\0');
  for (int i = 0; i < FIELD_SIZE - 1; i++)
    klee_prefer_cex(field, (field[i] >= ' ') & (field[i] <= '~'));
  return hours_of(field) == 0;
}
