/* getopt and getopt_long, on words of their own. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void short_options(int count, char **words) {
  int option;
  opterr = 0, optind = 1;
  while ((option = getopt(count, words, "ab:c::")) != -1)
    printf("%c(%s) ", option, option != '?' && option != 'a' && optarg ? optarg : "-");
  printf("then %d\n", optind);
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  char *first[] = {"prog", "-a", "-bvalue", "-b", "other", "-cx", "file", NULL};
  short_options(7, first);
  char *second[] = {"prog", "-x", "-ab", "-b", NULL};
  short_options(4, second);
  char *third[] = {"prog", "-a", "--", "-b", NULL};
  short_options(4, third);

  static const struct option options[] = {
      {"verbose", no_argument, NULL, 'v'}, {"size", required_argument, NULL, 's'}, {"level", optional_argument, NULL, 'l'}, {0}};
  char *words[] = {"prog", "--verbose", "--size=3", "name", "--size", "4", "--level=9", "--lev", "--unknown", "-v", NULL};
  int option, index = -1;
  optind = 0;
  while ((option = getopt_long(10, words, "vs:l::", options, &index)) != -1)
    printf("%c(%s)%d ", option, option != '?' && option != 'v' && optarg ? optarg : "-", index), index = -1;
  printf("then %d %s\n", optind, words[optind]);
  return 0;
}
