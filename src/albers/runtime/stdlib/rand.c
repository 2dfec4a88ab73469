/* Pseudo-random numbers by a linear congruential generator: one multiplication, also when the seed is symbolic. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

static uint64_t state = 1;

/* Knuth's MMIX multiplier; the upper bits are the random ones. */
static int next(uint64_t *generator) {
  *generator = *generator * 6364136223846793005u + 1442695040888963407u;
  return (int)(*generator >> 33);
}

void srand(unsigned seed) {
  state = seed;
}

int rand(void) {
  return next(&state);
}

int rand_r(unsigned *seed) {
  uint64_t generator = *seed;
  int result = next(&generator);
  *seed = (unsigned)(generator >> 16);
  return result;
}

void srandom(unsigned seed) {
  state = seed;
}

long random(void) {
  return next(&state);
}
