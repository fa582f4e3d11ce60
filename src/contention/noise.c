#include "noise.h"

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
