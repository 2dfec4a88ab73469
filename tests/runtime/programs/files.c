/* Files by stdio, directories, glob and the walk over a tree, in the directory where the program starts. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int visited;

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)path, (void)place;
  visited += kind == FTW_F ? (int)status->st_size : 100;
  return 0;
}

static int visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

int main(void) {
  FILE *file = fopen("notes.txt", "w+");
  fprintf(file, "%s %d\n", "first", 1);
  fputs("second line\n", file);
  rewind(file);
  char line[32];
  while (fgets(line, sizeof line, file) != NULL)
    printf("%ld: %s", ftell(file), line);
  fseek(file, -5, SEEK_END);
  printf("%c\n", fgetc(file));
  fclose(file);
  file = fopen("notes.txt", "a");
  fputs("third", file);
  fclose(file);
  struct stat status;
  stat("notes.txt", &status);
  printf("%d %d %o\n", (int)status.st_size, S_ISREG(status.st_mode), status.st_mode & 0700);
  file = fopen("absent", "r");
  printf("%d %d\n", file == NULL, errno == ENOENT);

  mkdir("tree", 0755), mkdir("tree/inner", 0755);
  file = fopen("tree/inner/leaf.c", "w"), fputs("12345", file), fclose(file);
  file = fopen("tree/b.c", "w"), fclose(file);
  file = fopen("tree/a.c", "w"), fclose(file);
  glob_t found;
  printf("%d ", glob("tree/*.c", 0, NULL, &found));
  for (size_t i = 0; i < found.gl_pathc; i++)
    printf("%s ", found.gl_pathv[i]);
  globfree(&found);
  printf("%d\n", glob("none/*", 0, NULL, &found) == GLOB_NOMATCH);
  struct dirent **entries;
  int count = scandir("tree", &entries, visible, alphasort);
  for (int i = 0; i < count; i++)
    printf("%s%s", entries[i]->d_name, i + 1 < count ? ", " : "\n"), free(entries[i]);
  free(entries);
  printf("%d ", nftw("tree", visit, 8, FTW_PHYS));
  printf("%d\n", visited);
  printf("%d ", rename("notes.txt", "tree/notes"));
  printf("%d ", access("notes.txt", F_OK));
  printf("%d\n", unlink("tree/notes"));
  char *path = realpath("tree/inner/../b.c", NULL);
  printf("%s\n", strstr(path, "tree/b.c"));
  free(path);
  return 0;
}
