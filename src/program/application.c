#include "application.h"

#include <math.h>

#include "algos/registry.h"
#include "base/random.h"

static double draw_normal(struct tn_random *random)
{
  const double turn = 2.0 * G_PI * tn_random_uniform(random);
  return sqrt(-2.0 * log(1.0 - tn_random_uniform(random))) * cos(turn);
}

/* Returns the random seconds of the rank's next computation. */
static double draw(const struct tn_application *a, int rank, struct tn_random *random)
{
  switch (a->imbalance) {
  case TN_IMBALANCE_UNIFORM:
    return a->computation + a->first + (a->last - a->first) * tn_random_uniform(random);
  case TN_IMBALANCE_NORMAL:
    return MAX(a->computation + a->last * draw_normal(random), 0.0);
  case TN_IMBALANCE_BY_RANK:
    return a->computation + a->by_rank[rank];
  case TN_BALANCED:
    break;
  }
  return a->computation;
}

static int root_of(const struct tn_application *a, const struct tn_application_call *call, guint k)
{
  if (!tn_collective_rooted(call->collective))
    return 0;
  if (call->root == TN_ROOT_BLOCKS)
    return (int)((guint64)k * (guint)a->n_ranks / a->simulated);
  return call->root == TN_ROOT_IN_TURN ? (int)(k % (guint)a->n_ranks) : call->root;
}

struct tn_program *tn_application_program(const struct tn_application *a)
{
  struct tn_program *program = tn_program_new(a->name, a->n_ranks);
  g_autofree int *ranks = g_new(int, a->n_ranks);
  g_autofree double *computed = g_new(double, a->n_ranks);
  g_autofree struct tn_random *random = g_new(struct tn_random, a->n_ranks);
  guint each = 0;
  for (int r = 0; r < a->n_ranks; r++) {
    ranks[r] = r;
    random[r] = tn_random_make(a->seed, (uint64_t)r);
  }
  for (guint c = 0; c < a->n_calls; c++)
    each += a->calls[c].times;
  const int group = tn_program_group(program, a->n_ranks, ranks);
  program->scale = (double)a->iterations / a->simulated;
  for (guint k = 0; k < a->simulated; k++) {
    for (int r = 0; r < a->n_ranks; r++)
      computed[r] = draw(a, r, &random[r]) / each;
    for (guint c = 0; c < a->n_calls; c++) {
      const struct tn_application_call *call = &a->calls[c];
      const struct tn_program_call made = { .name = tn_collective_names[call->collective],
                                            .group = group,
                                            .root = root_of(a, call, k),
                                            .bytes = call->bytes,
                                            .type = a->type,
                                            .in_place = a->in_place };
      for (guint t = 0; t < call->times; t++)
        tn_program_add(program, &made, computed, NULL, NULL);
    }
  }
  return program;
}
