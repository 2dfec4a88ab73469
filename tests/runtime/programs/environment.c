/* The environment, and how a program ends: handlers, destructors, what is still in a buffer. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local int counter = 5;

__attribute__((constructor)) static void before(void) {
  printf("constructor\n");
}

__attribute__((destructor)) static void after(void) {
  printf("destructor %d\n", counter);
}

static void first(void) {
  printf("registered first\n");
}

static void second(void) {
  printf("registered second\n");
  counter++;
}

int main(int argc, char **argv) {
  printf("%d %d %d\n", argc, argv[argc] == NULL, getenv("ALBERS_UNKNOWN") == NULL);
  setenv("COLOUR", "red", 1), setenv("COLOUR", "blue", 0), setenv("SIZE", "3", 1);
  static char shape[] = "SHAPE=round";
  putenv(shape);
  printf("%s %s %s\n", getenv("COLOUR"), getenv("SIZE"), getenv("SHAPE"));
  unsetenv("COLOUR");
  printf("%d\n", getenv("COLOUR") == NULL);
  clearenv();
  printf("%d %d\n", environ == NULL || environ[0] == NULL, setenv("a=b", "", 1) == -1 && errno == EINVAL);
  char *name = strrchr(program_invocation_name, '/');
  printf("%d\n", strcmp(program_invocation_short_name, name ? name + 1 : program_invocation_name));
  atexit(first), atexit(second);
  printf("no newline at the end: ");
  exit(argc + 40);
}
