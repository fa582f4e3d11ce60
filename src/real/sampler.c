#include "sampler.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "shared.h"

enum { LEAST_TURNS = 8, BATCH = 8 };

void tn_sampler_init(struct tn_sampler *s, int n_operations, double seconds)
{
  *s = (struct tn_sampler){ .n_operations = n_operations, .end = tn_clock_now() + seconds };
  s->n_samples = g_new0(int, n_operations);
  s->samples = g_new(double, (gsize)n_operations *TN_SAMPLES);
}

void tn_sampler_finish(struct tn_sampler *s)
{
  g_free(s->n_samples);
  g_free(s->samples);
}

bool tn_sampler_turn(struct tn_sampler *s)
{
  const int turn = s->n_turns++;
  return turn < LEAST_TURNS || (turn < TN_SAMPLES && tn_clock_now() < s->end);
}

void tn_sampler_add(struct tn_sampler *s, int operation, double seconds)
{
  int *n = &s->n_samples[operation];
  if (*n < TN_SAMPLES)
    s->samples[(gsize)operation * TN_SAMPLES + (gsize)(*n)++] = seconds;
}

double tn_sampler_cost(const struct tn_sampler *s, int operation)
{
  const double *sample = s->samples + (gsize)operation * TN_SAMPLES;
  double least[TN_SAMPLES / BATCH];
  int n = 0;
  for (int i = 0; i < s->n_samples[operation]; i++) {
    if (i % BATCH == 0 && n < TN_SAMPLES / BATCH)
      least[n++] = sample[i];
    least[n - 1] = MIN(least[n - 1], sample[i]);
  }
  return n > 0 ? tn_spread_of(least, n).median : NAN;
}

double tn_sampler_median(const struct tn_sampler *s, int operation)
{
  const int n = s->n_samples[operation];
  double sorted[TN_SAMPLES];
  memcpy(sorted, s->samples + (gsize)operation * TN_SAMPLES, (gsize)n * sizeof *sorted);
  return n > 0 ? tn_spread_of(sorted, n).median : NAN;
}

void tn_sampler_costs(struct tn_sampler *s, double *ret)
{
  for (int i = 0; i < s->n_operations; i++)
    ret[i] = tn_sampler_cost(s, i);
  tn_sampler_finish(s);
}

void tn_sampler_medians(struct tn_sampler *s, double *ret)
{
  for (int i = 0; i < s->n_operations; i++)
    ret[i] = tn_sampler_median(s, i);
  tn_sampler_finish(s);
}
