#include <limits.h>
#include <unistd.h>

#include "case.h"

/* Streams of random numbers of noise sources are numbered from 0. */
#define ARRIVAL_STREAM UINT64_MAX

int tn_conditions_warmup(const struct tn_conditions *c)
{
  return c->warmup == 0 ? 1 : MAX(c->warmup, 0);
}

int tn_conditions_repetitions(const struct tn_conditions *c)
{
  return MAX(c->repetitions, 1);
}

uint64_t tn_conditions_seed(const struct tn_conditions *c)
{
  return c->seed == 0 ? 1 : (uint64_t)MAX(c->seed, 0);
}

int tn_conditions_jobs(const struct tn_conditions *c)
{
  return c->jobs > 0 ? c->jobs : (int)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
}

void tn_noises_free(struct tn_noises *noises)
{
  if (!noises)
    return;
  for (int i = 0; i < noises->n; i++)
    g_free((void *)noises->sources[i].trace);
  g_free(noises->sources);
  g_free(noises->text);
  g_free(noises);
}

bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error)
{
  for (int i = 0; i < noises->n; i++) {
    const struct tn_noise_source *s = &noises->sources[i];
    const int named = s->last_rank == INT_MAX ? s->first_rank : s->last_rank;
    if (named < n_ranks)
      continue;
    g_set_error(error, TN_STUDY_ERROR, TN_STUDY_NOISE,
                "no rank %d: a point has %d ranks, 0..%d", named, n_ranks, n_ranks - 1);
    return false;
  }
  return true;
}

void tn_arrival_free(struct tn_arrival *arrival)
{
  if (!arrival)
    return;
  g_free(arrival->delays);
  g_free(arrival->text);
  g_free(arrival);
}

bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, GError **error)
{
  if (!arrival->delays || arrival->n >= n_ranks)
    return true;
  g_set_error(error, TN_STUDY_ERROR, TN_STUDY_ARRIVAL, "%d delays for %d ranks", arrival->n,
              n_ranks);
  return false;
}

double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks)
{
  double *delays = g_new(double, n_ranks);
  struct tn_random random = tn_random_make(seed, ARRIVAL_STREAM);
  for (int r = 0; r < n_ranks; r++)
    delays[r] = arrival->delays ? arrival->delays[r]
                                : arrival->first + (arrival->last - arrival->first) *
                                                     tn_random_uniform(&random);
  return delays;
}
