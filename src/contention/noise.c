#include "noise.h"

#include <math.h>

static struct tn_random *begins(struct tn_noise_stream *s)
{
  return s->source->phase == TN_PHASE_INDEPENDENT ? &s->random : &s->common;
}

struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank)
{
  const uint64_t who = (uint64_t)index << 32;
  struct tn_noise_stream s = { .source = source,
                               .random = tn_random_make(seed, who | ((uint64_t)rank + 1)),
                               .common = tn_random_make(seed, who) };
  if (source->phase == TN_PHASE_SPREAD && source->spread > 0.0)
    s.later = source->spread * tn_random_uniform(&s.random);
  if (source->process != TN_NOISE_PERIODIC)
    return s;
  const double period = 1.0 / source->rate;
  s.base = tn_random_uniform(begins(&s)) / source->rate;
  /* The delay shifts the rank's noises. The rank also has noises before the first shifted one, one
   * period apart. */
  if (s.later > 0.0) {
    s.base = fmod(s.base + s.later, period);
    s.later = 0.0;
  }
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
    s->base += tn_random_exponential(begins(s)) / source->rate;
    *ret_start = s->base + s->later;
    break;
  case TN_NOISE_INJECT:
    if (s->n > 0)
      return false;
    *ret_start = source->at + s->later;
    break;
  case TN_NOISE_TRACE:
    if (s->n == source->n_trace)
      return false;
    *ret_start = source->trace[2 * s->n] + s->later;
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
