/* Sorting: insertion sort for short arrays, merge sort for long ones. Both are stable and never ask twice for an order
 * that earlier comparisons decide, so that n symbolic elements end on at most n! paths. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

typedef int (*comparison)(const void *, const void *, void *);

/* Up to here the quadratic number of moves costs less than a second array. */
enum { SHORT = 16 };

static void swap(char *left, char *right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char byte = left[i];
    left[i] = right[i];
    right[i] = byte;
  }
}

static void insertion_sort(char *base, size_t count, size_t size, comparison compare, void *context) {
  for (size_t sorted = 1; sorted < count; sorted++)
    for (size_t i = sorted; i > 0 && compare(base + (i - 1) * size, base + i * size, context) > 0; i--)
      swap(base + (i - 1) * size, base + i * size, size);
}

/* Merge the runs [first, middle) and [middle, last) of `from` into the same place of `to`. */
static void merge(char *to, const char *from, size_t first, size_t middle, size_t last, size_t size,
                  comparison compare, void *context) {
  size_t left = first, right = middle;
  for (size_t i = first; i < last; i++) {
    int take_left = right == last || (left < middle && compare(from + left * size, from + right * size, context) <= 0);
    size_t taken = take_left ? left++ : right++;
    memcpy(to + i * size, from + taken * size, size);
  }
}

static void merge_sort(char *base, char *scratch, size_t count, size_t size, comparison compare, void *context) {
  char *from = base, *to = scratch;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t first = 0; first < count; first += 2 * width) {
      size_t middle = count - first < width ? count : first + width;
      size_t last = count - middle < width ? count : middle + width;
      merge(to, from, first, middle, last, size, compare, context);
    }
    char *previous = from;
    from = to;
    to = previous;
  }
  if (from != base)
    memcpy(base, from, count * size);
}

void qsort_r(void *base, size_t count, size_t size, comparison compare, void *context) {
  char *scratch = count > SHORT ? malloc(count * size) : NULL;
  if (scratch == NULL) {
    insertion_sort(base, count, size, compare, context);
    return;
  }
  merge_sort(base, scratch, count, size, compare, context);
  free(scratch);
}

static int call_plain(const void *left, const void *right, void *context) {
  int (**compare)(const void *, const void *) = context;
  return (*compare)(left, right);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(base, count, size, call_plain, &compare);
}

/* musl's name for it, in its own files. */
void __qsort_r(void *base, size_t count, size_t size, comparison compare, void *context)
    __attribute__((alias("qsort_r")));
