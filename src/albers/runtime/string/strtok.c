/* Cutting strings into tokens. */

#define _GNU_SOURCE
#include <string.h>

char *strtok_r(char *restrict string, const char *restrict delimiters, char **restrict rest) {
  char *token = string != NULL ? string : *rest;
  if (token == NULL)
    return NULL;
  token += strspn(token, delimiters);
  if (*token == '\0') {
    *rest = NULL;
    return NULL;
  }
  char *end = token + strcspn(token, delimiters);
  *rest = NULL;
  if (*end != '\0') {
    *end = '\0';
    *rest = end + 1;
  }
  return token;
}

char *strtok(char *restrict string, const char *restrict delimiters) {
  static char *rest;
  return strtok_r(string, delimiters, &rest);
}

char *strsep(char **string, const char *delimiters) {
  char *token = *string;
  if (token == NULL)
    return NULL;
  char *end = token + strcspn(token, delimiters);
  *string = NULL;
  if (*end != '\0') {
    *end = '\0';
    *string = end + 1;
  }
  return token;
}
