/* Random numbers that are the same on every machine. */
#ifndef TN_BASE_RANDOM_H
#define TN_BASE_RANDOM_H

#include <stdint.h>

/* A sequence of random numbers: number n is a function of key and n. */
struct tn_random {
  uint64_t key, n;
};

/* Returns a hash of x: each bit of x influences each bit of it. */
uint64_t tn_random_mix(uint64_t x);
/* Returns the start of a sequence. Different pairs (seed, stream) have independent sequences. */
struct tn_random tn_random_make(uint64_t seed, uint64_t stream);
/* Returns the next number, uniform with 53 bits in [0, 1). */
double tn_random_uniform(struct tn_random *random);
/* Returns the next number, exponentially distributed with mean 1. */
double tn_random_exponential(struct tn_random *random);

#endif
