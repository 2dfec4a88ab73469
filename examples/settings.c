/* One line of a configuration file: a key, an equals sign, and a value that may stand in quotes.
 *
 *     name = "the \"big\" printer"
 *
 * Inside quotes, \" is a quote, \\ a backslash and \n a new line; a backslash before anything else means itself.
 * The bound on a value is checked once per character read, but a backslash that means itself puts two characters
 * into the value: when one place is left, the check for "full" is jumped over and never becomes true again.
 *
 * Albers finds: ptr in read_quoted: memory error: out of bound pointer
 */

#include <ctype.h>
#include <klee/klee.h>
#include <stddef.h>

enum { KEY_SIZE = 4, VALUE_SIZE = 4, LINE_SIZE = 9 };

struct setting {
  char key[KEY_SIZE];
  char value[VALUE_SIZE];
};

/* The readers copy a word and answer where it ended, or NULL if it is too long or malformed. */

static const char *read_key(const char *at, char *key) {
  size_t used = 0;
  while (isalnum((unsigned char)*at)) {
    if (used == KEY_SIZE - 1)
      return NULL;
    key[used++] = *at++;
  }
  key[used] = '\0';
  return used == 0 ? NULL : at;
}

static const char *read_plain(const char *at, char *value) {
  size_t used = 0;
  while (*at != '\0') {
    if (used == VALUE_SIZE - 1)
      return NULL;
    value[used++] = *at++;
  }
  value[used] = '\0';
  return at;
}

static const char *read_quoted(const char *at, char *value) {
  size_t used = 0;
  while (*at != '"') {
    if (*at == '\0' || used == VALUE_SIZE - 1)
      return NULL;
    if (*at == '\\') {
      at++;
      switch (*at) {
      case '\0':
        return NULL;
      case '"':
      case '\\':
        break;
      case 'n':
        value[used++] = '\n';
        at++;
        continue;
      default:
        value[used++] = '\\';
      }
    }
    value[used++] = *at++;
  }
  value[used] = '\0';
  return at + 1;
}

/* 1 for a setting, 0 for an empty line or a comment, -1 for anything else. */
static int read_setting(const char *line, struct setting *setting) {
  if (*line == '\0' || *line == '#')
    return 0;
  const char *at = read_key(line, setting->key);
  if (at == NULL || *at++ != '=')
    return -1;
  at = *at == '"' ? read_quoted(at + 1, setting->value) : read_plain(at, setting->value);
  if (at == NULL || *at != '\0')
    return -1;
  return 1;
}

int main(void) {
  char line[LINE_SIZE];
  struct setting setting;
  klee_make_symbolic(line, sizeof line, "line");
  klee_assume(line[LINE_SIZE - 1] == '\0');
  for (int i = 0; i < LINE_SIZE - 1; i++)
    klee_prefer_cex(line, (line[i] >= ' ') & (line[i] <= '~'));
  if (read_setting(line, &setting) < 0)
    return 1;
  return 0;
}
