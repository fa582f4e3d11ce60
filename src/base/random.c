#include "random.h"

#include <stdbool.h>

/* Finaliser of SplitMix64 (Steele, Lea, Flood, 2014). */
uint64_t tn_random_mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* 2^64 / golden ratio: its multiples are spread evenly over 64 bits. */
static const uint64_t stride = 0x9e3779b97f4a7c15u;

struct tn_random tn_random_make(uint64_t seed, uint64_t stream)
{
  return (struct tn_random){ .key = tn_random_mix(tn_random_mix(seed + stride) +
                                                  stride * (stream + 1)) };
}

double tn_random_uniform(struct tn_random *random)
{
  return (double)(tn_random_mix(random->key + stride * ++random->n) >> 11) * 0x1p-53;
}

/* Von Neumann (1951): a falling run of numbers from x has odd length with probability exp(-x).
 * It only compares, so the result does not depend on the machine's logarithm. */
double tn_random_exponential(struct tn_random *random)
{
  for (double whole = 0.0;; whole += 1.0) {
    const double first = tn_random_uniform(random);
    double last = first, next;
    bool is_odd = true;
    while ((next = tn_random_uniform(random)) < last) {
      last = next;
      is_odd = !is_odd;
    }
    if (is_odd)
      return whole + first;
  }
}
