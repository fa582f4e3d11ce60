/* Non-blocking collectives during a computation, along a split binomial tree: the SPLIT paper
 * (Denis, Jaeger, Jeannot, Pérache, Taboada: Dynamic Placement of Progress Thread for Overlapping
 * MPI Non-Blocking Collectives on Manycore Processor, Inria RR-9160, 2018), sections 3 to 5.
 *
 * The ranks handle the S levels next to the leaves on their own cores. Progress threads on cores
 * without a rank handle the other levels (kit/split.h). A call is like MPI_Ibcast, a computation of
 * call->compute seconds and MPI_Wait. In ibcast and iscatter the ranks handle their levels last, in
 * the wait; in ireduce and igather first, in the initial call. An iallreduce is a reduce to rank 0
 * followed by a bcast, so the ranks handle levels at both ends. (Section 5 of the paper swaps the
 * names of the two kinds of collectives.) Let a level have F messages, let P be the number of cores
 * for progress threads, and let the time of one message be 1. Then T = S + max(C, sum of ceil(F/P)
 * over the other levels), C = (Nproc/N) ceil(lg Nproc). Departure: the paper counts all messages of
 * a collective as equal, or doubled from level to level; here a message to an incomplete subtree
 * has that subtree's length. */
#include <stdio.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "algos/kit/split.h"
#include "algos/kit/tree.h"
#include "rooted_messages.h"

enum { LEVELS, COMM_CORES, COMPUTE };

/* State of one rank in a call. The rank and its progress thread share it while the thread runs. */
struct part {
  struct tn_p2p *p;
  int own, level; /* relative rank; level of its parent's message (root: the height) */
  int height, levels;
};

static int idle_cores(const struct tn_call *call)
{
  return call->idle ? call->idle->n : 0;
}

static int comm_cores(const struct tn_call *call)
{
  return call->params[COMM_CORES] < 0 ? idle_cores(call) : (int)call->params[COMM_CORES];
}

static bool is_of_blocks(const struct tn_call *call)
{
  return call->collective == TN_ISCATTER || call->collective == TN_IGATHER;
}

static struct tn_split split_of(const struct tn_call *call)
{
  return (struct tn_split){ .size = is_of_blocks(call) ? TN_SPLIT_BLOCKS : TN_SPLIT_SAME,
                            .n_ranks = call->n_ranks,
                            .comm_cores = comm_cores(call),
                            .computes = call->params[COMPUTE] == TN_COMPUTE_BALANCED,
                            .all_cores = call->n_ranks + idle_cores(call) };
}

static int levels_of(const struct tn_call *call)
{
  const struct tn_split split = split_of(call);
  return call->params[LEVELS] < 0 ? tn_split_best(&split) : (int)call->params[LEVELS];
}

static int level_of(int relative, int height)
{
  int level = 0;
  while (level < height && (relative & 1 << level) == 0)
    level++;
  return level;
}

/* Returns the message between `child` and its parent as a span in the memory of `holder`, one of
 * the two (relative ranks). */
static struct tn_span data_at(const struct tn_call *call, int holder, int child)
{
  const int rank = tn_absolute(call, holder);
  const int size = tn_subtree_size(call->n_ranks, child);
  const bool is_leaf = holder % 2 == 1 || holder + 1 >= call->n_ranks;
  switch (call->collective) {
  case TN_ISCATTER:
  case TN_IGATHER:
    return tn_subtree_blocks(call, holder, child, size);
  case TN_IREDUCE:
    if (holder != child)
      return (struct tn_span){ rank, TN_TEMP, holder == 0 ? 0 : call->block, call->block };
    if (holder > 0 && !is_leaf)
      return (struct tn_span){ rank, TN_TEMP, 0, call->block };
    return (struct tn_span){ rank, holder == 0 ? TN_RECV : tn_contribution(call, rank), 0,
                             call->block };
  case TN_IALLREDUCE:
    if (holder != child)
      return (struct tn_span){ rank, TN_TEMP, 0, call->block };
    return (struct tn_span){ rank, is_leaf ? tn_contribution(call, rank) : TN_RECV, 0,
                             call->block };
  default:
    return (struct tn_span){ rank, TN_RECV, 0, call->block };
  }
}

/* Returns the span of a message down the tree in the memory of `holder`: the blocks of a subtree or
 * the whole vector. */
static struct tn_span vector_at(const struct tn_call *call, int holder, int child)
{
  if (is_of_blocks(call))
    return data_at(call, holder, child);
  return (struct tn_span){ tn_absolute(call, holder), TN_RECV, 0, call->block };
}

/* Moves data away from the root, over levels `from` .. `to` - 1. */
static void go_down(struct part *t, int from, int to)
{
  const struct tn_call *call = t->p->r->call;
  if (t->own > 0 && t->level >= from && t->level < to) {
    const int parent = t->own - (1 << t->level);
    tn_recv(t->p, vector_at(call, t->own, t->own), vector_at(call, parent, t->own));
  }
  for (int level = (t->level < to ? t->level : to) - 1; level >= from; level--) {
    const int child = t->own + (1 << level);
    if (child < call->n_ranks)
      tn_send(t->p, tn_absolute(call, child), vector_at(call, t->own, child));
  }
}

/* Moves data towards the root, over levels `from` .. `to` - 1. */
static void go_up(struct part *t, int from, int to)
{
  const struct tn_call *call = t->p->r->call;
  for (int level = from; level < to && level < t->level; level++) {
    const int child = t->own + (1 << level);
    if (child >= call->n_ranks)
      break;
    tn_recv(t->p, data_at(call, t->own, child), data_at(call, child, child));
    if (tn_collective_reduces(call->collective)) /* the first child's vector starts the sum */
      tn_reduce_two(t->p->r, data_at(call, t->own, t->own),
                    child == t->own + 1 ? tn_own_vector(call) : data_at(call, t->own, t->own),
                    data_at(call, t->own, child));
  }
  if (t->own > 0 && t->level >= from && t->level < to)
    tn_send(t->p, tn_absolute(call, t->own - (1 << t->level)), data_at(call, t->own, t->own));
}

/* Return true if data move to the root; true if data move from the root. */
static bool goes_up(const struct tn_call *call)
{
  return tn_collectives[call->collective].from == TN_ALL_RANKS;
}

static bool goes_down(const struct tn_call *call)
{
  return tn_collectives[call->collective].to == TN_ALL_RANKS;
}

/* Runs the upper levels in the progress thread; `arg` is the rank's struct part. */
static void upper_levels(struct tn_strand *r, void *arg)
{
  struct part *t = arg;
  t->p->r = r;
  if (goes_up(r->call))
    go_up(t, t->levels, t->height);
  if (goes_down(r->call))
    go_down(t, t->levels, t->height);
}

/* Runs the upper levels, if any, in a progress thread while the rank computes. */
static void run_thread(struct part *t, struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_strand *thread = NULL;
  if (tn_split_has_thread(call->n_ranks, t->levels, t->own))
    thread =
        r->transport->spawn(r, tn_split_core(call, t->levels, comm_cores(call)), upper_levels, t);
  if (call->compute > 0.0)
    r->transport->compute(r, call->compute);
  if (thread)
    r->transport->join(r, thread);
  t->p->r = r;
}

static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return is_of_blocks(call) ? tn_subtree_use(call) : tn_use_block_blocking(call);
}

static void exchange(struct tn_p2p *p)
{
  struct tn_strand *r = p->r;
  const struct tn_call *call = r->call;
  const int own = tn_relative(call, call->rank), height = tn_ceil_lg(call->n_ranks);
  const bool rotates = is_of_blocks(call) && own == 0 && call->root != 0;
  struct part t = {
    .p = p, .own = own, .level = level_of(own, height), .height = height, .levels = levels_of(call)
  };
  if (call->n_ranks == 1 && tn_collective_reduces(call->collective))
    tn_move_own_vector(r);
  if (call->collective == TN_ISCATTER && rotates)
    tn_root_rotates(r);
  if (call->collective == TN_IGATHER)
    tn_subtree_move_own(r);
  if (goes_up(call))
    go_up(&t, 0, t.levels);
  run_thread(&t, r);
  if (goes_down(call))
    go_down(&t, 0, t.levels);
  if (call->collective == TN_ISCATTER)
    tn_subtree_move_own(r);
  if (call->collective == TN_IGATHER && rotates)
    tn_root_rotates(r);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const int own = tn_relative(call, call->rank);
  const bool adds =
      tn_collective_reduces(call->collective) && own % 2 == 0 && own + 1 < call->n_ranks;
  const bool has_sum = call->collective == TN_IREDUCE && own > 0;
  if (is_of_blocks(call))
    return (struct tn_sizes){ .temp = tn_subtree_temp(call) };
  return (struct tn_sizes){ .temp = (size_t)(adds ? 1 + has_sum : 0) * call->block,
                            .temp_largest = call->block };
}

static const char *unsupported(const struct tn_call *call)
{
  static _Thread_local char why[128];
  const int height = tn_ceil_lg(call->n_ranks), idle = idle_cores(call);
  if (call->params[COMM_CORES] > idle) {
    snprintf(why, sizeof why, "comm_cores %lld: %d cores carry no rank (0..%d or rest)",
             (long long)call->params[COMM_CORES], idle, idle);
    return why;
  }
  if (call->params[LEVELS] > height) {
    snprintf(why, sizeof why, "levels %lld: the tree of %d ranks has %d (0..%d or auto)",
             (long long)call->params[LEVELS], call->n_ranks, height, height);
    return why;
  }
  return NULL;
}

static int strands_per_core(const struct tn_call *call)
{
  const int threads = tn_split_threads(call->n_ranks, levels_of(call)), cores = comm_cores(call);
  if (cores == 0)
    return threads > 0 ? 2 : 1;
  return threads > cores ? (threads + cores - 1) / cores : 1;
}

/* Adds `times` successive messages of a level, and the sums of those that move up. */
static void add_level(struct tn_steps *s, const struct tn_call *call, int n_ranks, int level,
                      double times)
{
  const enum tn_split_size size = split_of(call).size;
  const double bytes = (double)call->block * tn_split_units(size, n_ranks, level);
  const int ways = call->collective == TN_IALLREDUCE ? 2 : 1;
  tn_steps_copy(s, ways * times, bytes, 1);
  if (tn_collective_reduces(call->collective))
    tn_steps_sum(s, times, bytes);
}

/* Computes the closed form under the paper's assumptions: the levels run one after another, and
 * progress threads run on cores without ranks. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const struct tn_split split = split_of(call);
  const int levels = levels_of(call), height = tn_ceil_lg(call->n_ranks);
  const int cores = split.comm_cores, all_height = tn_ceil_lg(split.all_cores);
  if (cores == 0 && levels < height)
    return false;
  for (int level = levels; level < height; level++) {
    const int messages = tn_split_messages(call->n_ranks, level);
    add_level(s, call, call->n_ranks, level, (double)((messages + cores - 1) / cores));
  }
  s->n_overlapped = s->n;
  for (int level = 0; level < all_height && split.computes; level++)
    add_level(s, call, split.all_cores, level, (double)split.all_cores / call->n_ranks);
  s->n_computed = s->n - s->n_overlapped;
  for (int level = 0; level < levels; level++)
    add_level(s, call, call->n_ranks, level, 1);
  return true;
}

/* Returns the method of the blocking collective: the split tree with all levels on the ranks' own
 * cores. Sets *ret to its call on all cores. */
static const struct tn_method *balance(const struct tn_call *call, struct tn_call *ret)
{
  const int all_cores = split_of(call).all_cores;
  if (call->params[COMPUTE] != TN_COMPUTE_BALANCED)
    return NULL;
  *ret = *call;
  ret->n_ranks = all_cores;
  ret->idle = NULL;
  ret->params[LEVELS] = tn_ceil_lg(all_cores);
  ret->params[COMM_CORES] = 0;
  ret->params[COMPUTE] = TN_COMPUTE_NONE;
  return tn_method_find(call->collective, "split-tree");
}

#define SPLIT_TREE(a_collective, a_summary)                                                        \
  {                                                                                                \
    .collective = (a_collective), .name = "split-tree", .summary = (a_summary),                    \
    .source = "SPLIT paper, sections 3 to 5, eq. 1 to 5", TN_MESSAGES,                             \
    .params = { [LEVELS] = TN_COUNT_PARAM("levels", 0, 64, -1,                                     \
                                          "levels of the tree, from the leaves, that the "         \
                                          "ranks do themselves; auto: by the model",               \
                                          .word = "auto"),                                         \
                [COMM_CORES] = TN_COUNT_PARAM("comm_cores", 0, 1000000, -1,                        \
                                              "cores for progress threads; 0: each on its rank's " \
                                              "core; rest: all that carry no rank",                \
                                              .word = "rest"),                                     \
                [COMPUTE] = TN_COMPUTE_PARAM },                                                    \
    .unsupported = unsupported, .strands_per_core = strands_per_core, .scratch = scratch,          \
    .form = form, .balance = balance, .use = use_of, .exchange = exchange,                         \
  }

const struct tn_algorithm tn_ibcast_split_tree =
    SPLIT_TREE(TN_IBCAST, "a vector down a binomial tree, its upper levels by progress threads");
const struct tn_algorithm tn_iscatter_split_tree =
    SPLIT_TREE(TN_ISCATTER, "blocks down a binomial tree, its upper levels by progress threads");
const struct tn_algorithm tn_igather_split_tree =
    SPLIT_TREE(TN_IGATHER, "blocks up a binomial tree, its upper levels by progress threads");
const struct tn_algorithm tn_ireduce_split_tree =
    SPLIT_TREE(TN_IREDUCE, "vectors up a binomial tree, its upper levels by progress threads");
const struct tn_algorithm tn_iallreduce_split_tree = SPLIT_TREE(
    TN_IALLREDUCE, "an ireduce to rank 0, then an ibcast, their upper levels by progress threads");
