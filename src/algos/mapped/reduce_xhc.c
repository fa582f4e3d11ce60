/* Reduce and allreduce of the XHC paper, section IV.B, flat and over a hierarchy.
 *
 * Every group sums the vectors of its members in the leader's receive buffer. The members other
 * than the leader divide the work: each chunk is cut into pieces of at least reduce_min bytes,
 * which are assigned to the members in round-robin order. A member reads its piece from every
 * member of the group, the leader first, and writes the sum. The leader waits for the pieces and
 * announces each complete chunk to the group above, as its contribution. An allreduce broadcasts
 * the result of each chunk down again. Up to cico_max bytes (section IV.C) the shared segments
 * replace the user's buffers.
 * A rank continues the first task that need not wait: announce chunks of its groups, pass on
 *   results, sum pieces.
 * Departures: the paper lists reduce as future work (section VII). Here leaders below the root
 * compute sums in scratch memory, and a leader releases its members when their group is done. The
 * paper mentions a minimum size of the pieces without a value; 1 KiB is the minimum chunk of
 * reductions in a later version of the authors' implementation. In Open MPI's version the leader at
 * the top also sums pieces (head=sums). */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "xhc_sum.h"

enum { CHUNK, CICO_MAX, REDUCE_MIN, HEAD, HIERARCHY };
enum head { HEAD_WATCHES, HEAD_SUMS };
static const char *const head_names[] = { "watches", "sums", NULL };

static bool is_small(const struct tn_call *call)
{
  return call->block <= (size_t)call->params[CICO_MAX];
}

/* Runs xhc-flat and xhc-tree. xhc-flat has no parameter `hierarchy`: its value is 0, one group. */
static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_xhc_sum j;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  const struct tn_xhc_params way = { .levels = call->params[HIERARCHY],
                                     .chunks = call->params[CHUNK],
                                     .piece = (size_t)call->params[REDUCE_MIN],
                                     .is_small = is_small(call),
                                     .head_works = call->params[HEAD] == HEAD_SUMS };
  tn_xhc_sum_begin(&j, r, &way);
  tn_xhc_sum_run(&j);
  if (call->collective != TN_REDUCE) {
    tn_xhc_acknowledge(&j.x, 1);
    tn_xhc_await_members(&j.x, 1);
  } else {
    tn_xhc_announce(&j.x, 1);
    if (j.x.tree.parent >= 0)
      tn_xhc_await_leader(&j.x, 1);
    else if (j.is_small)
      tn_move(r, (struct tn_span){ call->rank, TN_RECV, 0, j.total },
              (struct tn_span){ call->rank, TN_SHARED, 0, j.total });
  }
  tn_xhc_sum_finish(&j);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool needs_temp = !is_small(call) && !tn_call_has_result(call, call->rank);
  return (struct tn_sizes){ .temp = needs_temp ? call->block : 0,
                            .shared = is_small(call) ? call->block : 0 };
}

#define XHC_PARAMS                                                                                 \
  [CICO_MAX] = TN_CICO_MAX_PARAM,                                                                  \
  [REDUCE_MIN] =                                                                                   \
      TN_SIZE_PARAM("reduce_min", 512, 1024, "smallest part of a chunk that a rank sums"),         \
  [HEAD] = TN_CHOICE_PARAM("head", head_names, HEAD_WATCHES, "the top leader watches or sums")

#define XHC                                                                                        \
  TN_MAPPED, .segmented = true, .n_slots = tn_xhc_sum_slots, .scratch = scratch, .run = run
#define FLAT                                                                                       \
  XHC, .name = "xhc-flat", .xhc = "flat",                                                          \
       .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZE) }
#define TREE                                                                                       \
  XHC, .name = "xhc-tree", .xhc = "tree",                                                          \
       .params = {                                                                                 \
         XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZES), [HIERARCHY] = TN_HIERARCHY_PARAM    \
       }

const struct tn_algorithm tn_reduce_xhc_flat = {
  FLAT,
  .collective = TN_REDUCE,
  .summary = "each rank except the root sums one part of the mapped vectors",
  .source = "XHC paper, IV.B steps 1 and 2; flat",
};

const struct tn_algorithm tn_reduce_xhc_tree = {
  TREE,
  .collective = TN_REDUCE,
  .summary = "groups sum mapped vectors, and their leaders sum the results; all levels at once",
  .source = "XHC paper, IV.B steps 1 and 2",
};

const struct tn_algorithm tn_allreduce_xhc_flat = {
  FLAT,
  .collective = TN_ALLREDUCE,
  .summary = "each rank except the leader sums one part of the mapped vectors; all copy the result",
  .source = "XHC paper, IV.B; flat",
};

const struct tn_algorithm tn_allreduce_xhc_tree = {
  TREE,
  .collective = TN_ALLREDUCE,
  .summary = "reduce of xhc-tree; then each group copies the result from its leader",
  .source = "XHC paper, IV.B",
};
