/* Reading an integer at the start of a string, for the whole strtol family. */

#ifndef ALBERS_SCAN_INTEGER_H
#define ALBERS_SCAN_INTEGER_H

struct scanned_integer {
  unsigned long long magnitude; /* ULLONG_MAX when too large for it */
  int negative;
  int overflow;
};

/* Returns 0, with EINVAL in errno, when the base is not one. Without a digit errno is EINVAL too. */
int __albers_scan_integer(const char *text, char **end, int base, struct scanned_integer *result);

#endif
