/* Copying strings. */

#define _GNU_SOURCE
#include <string.h>

char *stpcpy(char *restrict target, const char *restrict source) {
  size_t i = 0;
  for (; source[i] != '\0'; i++)
    target[i] = source[i];
  target[i] = '\0';
  return target + i;
}

char *strcpy(char *restrict target, const char *restrict source) {
  stpcpy(target, source);
  return target;
}

char *stpncpy(char *restrict target, const char *restrict source, size_t n) {
  size_t length = 0;
  for (; length < n && source[length] != '\0'; length++)
    target[length] = source[length];
  for (size_t i = length; i < n; i++)
    target[i] = '\0';
  return target + length;
}

char *strncpy(char *restrict target, const char *restrict source, size_t n) {
  stpncpy(target, source, n);
  return target;
}

/* musl's names for them, in its own files. */
char *__stpcpy(char *restrict target, const char *restrict source) __attribute__((alias("stpcpy")));
char *__stpncpy(char *restrict target, const char *restrict source, size_t n) __attribute__((alias("stpncpy")));
