/* Streams in memory: reading, writing, positions, buffering, lines. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  fprintf(memory, "first line\nsecond %d\n", 2);
  fputs("third", memory), fputc('!', memory), fwrite("xyz", 1, 2, memory);
  printf("%ld ", ftell(memory));
  fclose(memory);
  printf("%zu [%s]\n", size, text);

  FILE *input = fmemopen(text, size, "r");
  char *line = NULL, buffer[8];
  size_t room = 0;
  ssize_t length = getline(&line, &room, input);
  printf("%zd %s", length, line);
  fgetc(input);
  printf("%d", ungetc('S', input));
  printf("%s|", fgets(buffer, sizeof buffer, input));
  int number = -1;
  printf("%d", fscanf(input, "%d", &number));
  printf(" %d %d\n", number, feof(input) != 0);
  printf("%d ", fseek(input, 6, SEEK_SET));
  printf("%zu ", fread(buffer, 1, 4, input));
  printf("%.4s ", buffer);
  rewind(input);
  int c, lines = 0;
  while ((c = getc(input)) != EOF)
    lines += c == '\n';
  printf("%d %d %d\n", lines, feof(input) != 0, ferror(input));
  fclose(input);
  free(line), free(text);

  static char own[64];
  printf("%d ", setvbuf(stdout, own, _IOLBF, sizeof own));
  printf("%d\n", fileno(stdout));
  char *made;
  printf("%d ", asprintf(&made, "%05.1f", 3.14));
  printf("%s\n", made);
  free(made);
  errno = ENOENT;
  perror("what");
  puts("last"), putchar('.');
  putc('\n', stdout);
  return ferror(stdout);
}
