#include "noise.h"

/* The finaliser of SplitMix64 (Steele, Lea, Flood, 2014): every input bit reaches every output. */
static uint64_t mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* 2^64 divided by the golden ratio: successive multiples are spread evenly. */
static const uint64_t stride = 0x9e3779b97f4a7c15u;

struct tn_random tn_random_make(uint64_t seed, uint64_t stream)
{
  return (struct tn_random){ .key = mix(mix(seed + stride) + stride * (stream + 1)) };
}

double tn_random_uniform(struct tn_random *random)
{
  return (double)(mix(random->key + stride * ++random->n) >> 11) * 0x1p-53;
}

/* Von Neumann (1951): a falling run that starts at x has odd length with probability exp(-x).
 * Comparisons only, so that no machine's logarithm decides. */
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

struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank)
{
  const uint64_t who = source->same_phase ? 0 : (uint64_t)rank + 1;
  struct tn_noise_stream s = { .source = source,
                               .random = tn_random_make(seed, (uint64_t)index << 32 | who) };
  if (source->process == TN_NOISE_PERIODIC)
    s.base = tn_random_uniform(&s.random) / source->rate;
  return s;
}

static double duration(struct tn_noise_stream *s)
{
  const struct tn_noise_source *source = s->source;
  if (source->shortest == source->longest)
    return source->shortest;
  return source->shortest + (source->longest - source->shortest) * tn_random_uniform(&s->random);
}

bool tn_noise_stream_next(struct tn_noise_stream *s, double *ret_start, double *ret_duration)
{
  const struct tn_noise_source *source = s->source;
  switch (source->process) {
  case TN_NOISE_PERIODIC:
    *ret_start = s->base + s->n / source->rate;
    break;
  case TN_NOISE_POISSON:
    *ret_start = s->base += tn_random_exponential(&s->random) / source->rate;
    break;
  case TN_NOISE_INJECT:
    if (s->n > 0)
      return false;
    *ret_start = source->at;
    break;
  case TN_NOISE_TRACE:
    if (s->n == source->n_trace)
      return false;
    *ret_start = source->trace[2 * s->n];
    *ret_duration = source->trace[2 * s->n + 1];
    s->n++;
    return true;
  }
  *ret_duration = duration(s);
  s->n++;
  return true;
}

double tn_noise_load(const struct tn_noise_source *source)
{
  if (source->process != TN_NOISE_PERIODIC && source->process != TN_NOISE_POISSON)
    return 0.0;
  return source->rate * 0.5 * (source->shortest + source->longest);
}
