#include "cost.h"

#include <stdlib.h>

#include "algos/registry.h"
#include "sim/sim.h"

/* Bytes of the pieces in which a copy passes through shared memory. */
#define CICO_PIECE 8192

/* Weights of the work per rank or pair of ranks, fitted to 2,500 points of eight collectives. */
enum { OF_CALL = 30, OF_BCAST = 2, OF_BLOCKS = 4, OF_REDUCTION = 6, OF_BARRIER = 2 };

/* Returns the bytes of the pieces into which messages are cut; 0: they are not cut. */
static double piece_of(const struct tn_point *p)
{
  static const char *const names[] = { "segment", "chunk" };
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    bool is_alias;
    const int param = tn_alg_params_find(p->algorithm->params, names[i], &is_alias);
    if (param >= 0 && p->call.params[param] > 0)
      return (double)p->call.params[param];
  }
  return p->mechanism == TN_CICO ? CICO_PIECE : 0.0;
}

/* Returns the number of copies in a call, each weighted by the work of simulating it. */
static double copies_of(const struct tn_call *call)
{
  const struct tn_collective_info *info = &tn_collectives[call->collective];
  const double n = call->n_ranks;
  if (info->from == TN_NO_RANK)
    return OF_BARRIER * n;
  if (info->reduces)
    return OF_REDUCTION * n;
  if (info->one_buffer)
    return OF_BCAST * n;
  return info->from == TN_ALL_RANKS && info->to == TN_ALL_RANKS ? n * n : OF_BLOCKS * n;
}

double tn_point_cost(const struct tn_point *point)
{
  const struct tn_collective_info *info = &tn_collectives[point->call.collective];
  const double calls = tn_point_warmup(point) + point->repetitions;
  const bool is_cut = point->mechanism == TN_CICO || info->reduces || info->one_buffer;
  const double piece = is_cut ? piece_of(point) : 0.0;
  const double pieces = piece > 0.0 ? 1.0 + (double)point->call.block / piece : 1.0;
  return OF_CALL + calls * copies_of(&point->call) * pieces;
}

double tn_point_fragments(const struct tn_point *point)
{
  const struct tn_collective_info *info = &tn_collectives[point->call.collective];
  const double *values = point->setup->values, n = point->call.n_ranks;
  const struct tn_p2p_limits limits = tn_sim_p2p_limits(values, point->mechanism, NULL);
  const bool to_each = info->from == TN_ALL_RANKS && info->to == TN_ALL_RANKS && !info->reduces;
  if (!tn_method_sends(point->algorithm))
    return 0.0;
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    if (limits.single_copy[way])
      return 0.0;
  return (tn_point_warmup(point) + point->repetitions) * (to_each ? n : 1.0) * (n - 1.0) *
         (double)(point->call.block / limits.fragment_size);
}

struct item {
  double cost;
  guint number;
};

static int costliest_first(const void *x, const void *y)
{
  const struct item *a = x, *b = y;
  if (a->cost > b->cost || a->cost < b->cost)
    return a->cost > b->cost ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static bool is_lighter(const struct item *a, const struct item *b)
{
  return a->cost < b->cost || (!(b->cost < a->cost) && a->number < b->number);
}

/* Restores a heap (lightest first) after a change of its first item. */
static void sink(struct item *heap, guint n)
{
  for (guint at = 0, least = 0;; at = least) {
    for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < n; child++)
      if (is_lighter(&heap[child], &heap[least]))
        least = child;
    if (least == at)
      return;
    const struct item moved = heap[at];
    heap[at] = heap[least];
    heap[least] = moved;
  }
}

void tn_costs_distribute(guint n, const double *costs, guint n_shards, guint *ret_shard)
{
  g_autofree struct item *items = g_new(struct item, n + 1);
  g_autofree struct item *shards = g_new(struct item, n_shards);
  for (guint i = 0; i < n; i++)
    items[i] = (struct item){ costs[i], i };
  for (guint i = 0; i < n_shards; i++)
    shards[i] = (struct item){ 0.0, i };
  qsort(items, n, sizeof *items, costliest_first);
  for (guint i = 0; i < n; i++) {
    ret_shard[items[i].number] = shards[0].number;
    shards[0].cost += items[i].cost;
    sink(shards, n_shards);
  }
}
