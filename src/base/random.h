/* Random numbers that are the same on every machine. */
#ifndef TN_BASE_RANDOM_H
#define TN_BASE_RANDOM_H

#include <stdint.h>

/* Counter-based generator: draw n of key k is a function of (k, n). */
struct tn_random {
  uint64_t key, n;
};

/* Returns the start of a sequence. Sequences of different (seed, stream) are independent. */
struct tn_random tn_random_make(uint64_t seed, uint64_t stream);
/* Returns a uniform number in [0, 1) with 53 bits. */
double tn_random_uniform(struct tn_random *random);
/* Returns an exponentially distributed number with mean 1. */
double tn_random_exponential(struct tn_random *random);

#endif
