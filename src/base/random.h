/* Random numbers that are the same on every machine. */
#ifndef TN_BASE_RANDOM_H
#define TN_BASE_RANDOM_H

#include <stdint.h>

/* Draw n of key k is a function of (k, n). */
struct tn_random {
  uint64_t key, n;
};

/* Returns a start; different (seed, stream) have independent sequences. */
struct tn_random tn_random_make(uint64_t seed, uint64_t stream);
/* Returns a uniform 53-bit number in [0, 1). */
double tn_random_uniform(struct tn_random *random);
/* Returns an exponentially distributed number of mean 1. */
double tn_random_exponential(struct tn_random *random);

#endif
