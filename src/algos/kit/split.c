#include "split.h"

#include <assert.h>
#include <stdlib.h>

#include "basics.h"

const char *const tn_split_computes[] = {
  [TN_COMPUTE_NONE] = "none", [TN_COMPUTE_BALANCED] = "balanced", NULL
};

/* A level's messages connect the odd multiples of 2^level, which are counted, with their
 * parents. */
int tn_split_messages(int n_ranks, int level)
{
  return (int)((n_ranks - 1L + (1L << level)) / (2L << level));
}

int tn_split_units(enum tn_split_size size, int n_ranks, int level)
{
  const long whole = 1L << level, last = n_ranks - whole;
  if (size == TN_SPLIT_SAME)
    return 1;
  return (int)(last < whole ? last : whole);
}

/* Returns the time of levels `from` .. `to` - 1, in messages of one vector or block, if `cores`
 * messages of a level are transferred at a time; 0: all. */
static double folded(const struct tn_split *s, int n_ranks, int from, int to, int cores)
{
  double time = 0.0;
  for (int level = from; level < to; level++) {
    const int messages = cores > 0 ? tn_split_messages(n_ranks, level) : 1;
    const int rounds = cores > 0 ? (messages + cores - 1) / cores : 1;
    time += (double)rounds * tn_split_units(s->size, n_ranks, level);
  }
  return time;
}

double tn_split_folded(const struct tn_split *s, int levels)
{
  assert(s->comm_cores > 0);
  return folded(s, s->n_ranks, levels, tn_ceil_lg(s->n_ranks), s->comm_cores);
}

double tn_split_own(const struct tn_split *s, int levels)
{
  return folded(s, s->n_ranks, 0, levels, 0);
}

double tn_split_computation(const struct tn_split *s)
{
  if (!s->computes)
    return 0.0;
  const double blocking = folded(s, s->all_cores, 0, tn_ceil_lg(s->all_cores), 0);
  return (double)s->all_cores / s->n_ranks * blocking;
}

int tn_split_best(const struct tn_split *s)
{
  const int height = tn_ceil_lg(s->n_ranks);
  const double computation = tn_split_computation(s);
  double least = 0.0;
  int best = height;
  if (s->comm_cores == 0)
    return height;
  for (int levels = 0; levels <= height; levels++) {
    const double above = tn_split_folded(s, levels);
    const double time = tn_split_own(s, levels) + (above > computation ? above : computation);
    if (levels == 0 || time < least) {
      least = time;
      best = levels;
    }
  }
  return best;
}

int tn_split_threads(int n_ranks, int levels)
{
  if (levels >= tn_ceil_lg(n_ranks))
    return 0;
  return (int)((n_ranks - 1L) / (1L << levels)) + 1;
}

bool tn_split_has_thread(int n_ranks, int levels, int rank)
{
  return levels < tn_ceil_lg(n_ranks) && rank % (1L << levels) == 0;
}

/* Returns the distance from a rank to core i of those without a rank: 0 (same LLC), 1 (domain), 2
 * (package), 3; -1: another node. */
static int distance(const struct tn_call *call, int rank, int i)
{
  const struct tn_layout *l = call->layout;
  const struct tn_idle *idle = call->idle;
  if (l->node[rank] != idle->node[i])
    return -1;
  if (l->package[rank] != idle->package[i])
    return 3;
  if (l->numa[rank] != idle->numa[i])
    return 2;
  return l->llc[rank] != idle->llc[i];
}

/* Returns the index of the core for the rank's thread: the nearest core among those with the fewest
 * threads on the rank's node; -1 if no such core is on the node. */
static int choose(const struct tn_call *call, int rank, int comm_cores, const int *threads)
{
  int best = -1, least = 0;
  for (int i = 0; i < comm_cores; i++) {
    const int far = distance(call, rank, i);
    if (far < 0 || (best >= 0 && threads[i] > threads[best]))
      continue;
    if (best < 0 || threads[i] < threads[best] || far < least) {
      best = i;
      least = far;
    }
  }
  return best;
}

int tn_split_core(const struct tn_call *call, int levels, int comm_cores)
{
  const int own = tn_relative(call, call->rank), height = tn_ceil_lg(call->n_ranks);
  int found = -1;
  if (comm_cores == 0)
    return TN_CORE_OWN;
  int *threads = tn_ints_new(comm_cores);
  for (int level = height; level >= levels; level--) { /* places the root's thread first */
    const long first = level == height ? 0 : 1L << level;
    for (long v = first; v < call->n_ranks; v += 2L << level) {
      const int i = choose(call, tn_absolute(call, (int)v), comm_cores, threads);
      if (i >= 0)
        threads[i]++;
      if (v == own)
        found = i;
    }
  }
  free(threads);
  return found < 0 ? TN_CORE_OWN : call->idle->core[found];
}
