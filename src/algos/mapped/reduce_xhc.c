/* Reduce and allreduce of the XHC paper, section IV.B, flat and over a hierarchy.
 *
 * Every group sums the vectors of its members in the leader's receive buffer. The members other
 * than the leader share the work by index: each chunk is cut into pieces of at least reduce_min
 * bytes, dealt to them in turn; whoever has a piece reads it from every member, in the order of the
 * ranks, and writes the sum. The leader watches the pieces and announces each chunk that is
 * complete to the group above, where it is its contribution. Allreduce lets the result of each
 * chunk come down again as in the broadcast.
 * Up to cico_max bytes (section IV.C) the shared segments stand for both buffers.
 *
 * A rank has several things to do at a time: to announce chunks of its groups, to pass on results,
 * to sum pieces. It goes on with whatever a flag allows, the first of these if there is a choice.
 *
 * Departures: reduce is the paper's work under way (section VII): leaders below the root sum in
 * scratch memory, and a leader lets its members go when their group is done. The paper names a
 * minimum for the pieces and no value: 1 KiB is the least chunk of reductions in a later version of
 * its authors' implementation. In Open MPI's, the leader at the top sums pieces too (head=sums). */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "xhc_sum.h"

enum { CHUNK, CICO_MAX, REDUCE_MIN, HEAD, HIERARCHY };
enum head { HEAD_WATCHES, HEAD_SUMS };
static const char *const head_names[] = { "watches", "sums", NULL };

static bool is_small(const struct tn_call *call)
{
  return call->block <= (size_t)call->params[CICO_MAX];
}

/* What follows when the own pieces are summed. */
typedef void end_of(struct tn_xhc_sum *j, struct tn_strand *r);

static void sum(struct tn_strand *r, int64_t levels, end_of *end)
{
  const struct tn_call *call = r->call;
  struct tn_xhc_sum j;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  const struct tn_xhc_way way = { .levels = levels,
                                  .chunks = call->params[CHUNK],
                                  .piece = (size_t)call->params[REDUCE_MIN],
                                  .is_small = is_small(call),
                                  .head_works = call->params[HEAD] == HEAD_SUMS };
  tn_xhc_sum_begin(&j, r, &way);
  tn_xhc_sum_run(&j);
  end(&j, r);
  tn_xhc_sum_finish(&j);
}

static void end_allreduce(struct tn_xhc_sum *j, struct tn_strand *r)
{
  (void)r;
  tn_xhc_acknowledge(&j->x, 1);
  tn_xhc_await_members(&j->x, 1);
}

static void end_reduce(struct tn_xhc_sum *j, struct tn_strand *r)
{
  tn_xhc_announce(&j->x, 1);
  if (j->x.tree.parent >= 0)
    tn_xhc_await_leader(&j->x, 1);
  else if (j->is_small)
    tn_move(r, (struct tn_span){ r->call->rank, TN_RECV, 0, j->total },
            (struct tn_span){ r->call->rank, TN_SHARED, 0, j->total });
}

static void reduce_flat(struct tn_strand *r)
{
  sum(r, 0, end_reduce);
}

static void reduce_tree(struct tn_strand *r)
{
  sum(r, r->call->params[HIERARCHY], end_reduce);
}

static void allreduce_flat(struct tn_strand *r)
{
  sum(r, 0, end_allreduce);
}

static void allreduce_tree(struct tn_strand *r)
{
  sum(r, r->call->params[HIERARCHY], end_allreduce);
}

static int slots(const struct tn_call *call)
{
  return tn_xhc_sum_slots(call->n_ranks);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool needs_temp = !is_small(call) && !tn_call_has_result(call, call->rank);
  return (struct tn_sizes){ .temp = needs_temp ? call->block : 0,
                            .shared = is_small(call) ? call->block : 0 };
}

#define XHC_PARAMS                                                                                 \
  [CICO_MAX] = TN_CICO_MAX_PARAM,                                                                  \
  [REDUCE_MIN] = { .name = "reduce_min",                                                           \
                   .kind = TN_PARAM_SIZE,                                                          \
                   .min = 512,                                                                     \
                   .preset = 1024,                                                                 \
                   .summary = "smallest piece of a chunk that a rank sums" },                      \
  [HEAD] = { .name = "head",                                                                       \
             .kind = TN_PARAM_CHOICE,                                                              \
             .preset = HEAD_WATCHES,                                                               \
             .choices = head_names,                                                                \
             .summary = "what the leader at the top does" }

#define XHC_ENTRY TN_MAPPED, .segmented = true, .n_slots = slots, .scratch = scratch

const struct tn_algorithm tn_reduce_xhc_flat = {
  XHC_ENTRY,
  .collective = TN_REDUCE,
  .name = "xhc-flat",
  .xhc = "flat",
  .summary = "all ranks but the root sum a share of the mapped vectors each",
  .source = "XHC paper, IV.B steps 1 and 2; flat",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZE) },
  .run = reduce_flat,
};

const struct tn_algorithm tn_reduce_xhc_tree = {
  XHC_ENTRY,
  .collective = TN_REDUCE,
  .name = "xhc-tree",
  .xhc = "tree",
  .summary = "groups of neighbours sum mapped vectors, leaders those sums; all levels at once",
  .source = "XHC paper, IV.B steps 1 and 2",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZES),
              [HIERARCHY] = TN_HIERARCHY_PARAM },
  .run = reduce_tree,
};

const struct tn_algorithm tn_allreduce_xhc_flat = {
  XHC_ENTRY,
  .collective = TN_ALLREDUCE,
  .name = "xhc-flat",
  .xhc = "flat",
  .summary = "all ranks but one sum a share of the mapped vectors and copy the result from it",
  .source = "XHC paper, IV.B; flat",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZE) },
  .run = allreduce_flat,
};

const struct tn_algorithm tn_allreduce_xhc_tree = {
  XHC_ENTRY,
  .collective = TN_ALLREDUCE,
  .name = "xhc-tree",
  .xhc = "tree",
  .summary = "groups of neighbours sum mapped vectors, leaders those sums; results come down again",
  .source = "XHC paper, IV.B",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZES),
              [HIERARCHY] = TN_HIERARCHY_PARAM },
  .run = allreduce_tree,
};
