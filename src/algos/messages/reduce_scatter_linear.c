/* A reduce-scatter as a reduce of the whole vector to rank 0, followed by a scatter of the sum:
 * basic_linear in Open MPI's coll_base_reduce_scatter_block.c, and nonoverlapping in its
 * coll_base_reduce_scatter.c, which scatters with counts. Here parameters select reduce and
 * scatter. In place, nonoverlapping computes the sum in rank 0's receive buffer, where rank 0's
 * share stays; basic_linear has its own buffer.
 *
 * The reduce and the scatter are algorithms of the registry. They run one after the other as calls
 * of a group of all ranks (kit/group.h). Both use the same flags, as the same pairs exchange
 * messages, but separate parts of SHARED. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/group.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"
#include "segments.h"

enum { REDUCE_PARAM, SCATTER_PARAM, FANOUT_PARAM, SEGMENT_PARAM };
enum { ROOT = 0, ALIGNED = 64 };
enum { BINOMIAL_REDUCE = 4, RABENSEIFNER = 5 };

static const struct tn_algorithm *const reduces[] = { &tn_reduce_linear_entry,
                                                      &tn_reduce_chain,
                                                      &tn_reduce_pipeline,
                                                      &tn_reduce_binary,
                                                      [BINOMIAL_REDUCE] = &tn_reduce_binomial,
                                                      [RABENSEIFNER] = &tn_reduce_rabenseifner };
static const char *const reduce_names[] = { "linear", "chain",    "pipeline",
                                            "binary", "binomial", "rabenseifner-reduce",
                                            NULL };
static const struct tn_algorithm *const scatters[] = { &tn_scatter_linear, &tn_scatter_linear_nb,
                                                       &tn_scatter_binomial };
static const char *const scatter_names[] = { "linear", "linear-nb", "binomial", NULL };
static const struct tn_algorithm *const scattervs[] = { &tn_scatterv_linear,
                                                        &tn_scatterv_linear_nb };
static const char *const scatterv_names[] = { "linear", "linear-nb", NULL };

static bool has_counts(const struct tn_call *call)
{
  return call->collective == TN_REDUCE_SCATTER;
}

/* Returns true if the sum is in the root's receive buffer, which also has its input. */
static bool sums_in_place(const struct tn_call *call)
{
  return has_counts(call) && call->in_place;
}

static const struct tn_method *reduce_of(const struct tn_call *call)
{
  return tn_method_of(reduces[call->params[REDUCE_PARAM]]);
}

static const struct tn_method *scatter_of(const struct tn_call *call)
{
  const int64_t way = call->params[SCATTER_PARAM];
  return tn_method_of(has_counts(call) ? scattervs[way] : scatters[way]);
}

static void set_param(const struct tn_method *a, struct tn_call *call, const char *name,
                      int64_t value)
{
  bool is_alias;
  const int i = tn_alg_params_find(a->params, name, &is_alias);
  if (i >= 0)
    call->params[i] = value;
}

static struct tn_call stage_call(const struct tn_call *call, const struct tn_method *a, int rank,
                                 size_t block)
{
  struct tn_call own = *call;
  own.collective = a->collective;
  own.rank = rank;
  own.root = ROOT;
  own.block = block;
  own.in_place = sums_in_place(call);
  own.roots_move = false;
  tn_alg_params_defaults(a->params, own.params);
  set_param(a, &own, "fanout", call->params[FANOUT_PARAM]);
  set_param(a, &own, "segment", call->params[SEGMENT_PARAM]);
  return own;
}

static struct tn_call reduce_call(const struct tn_call *call, int rank)
{
  struct tn_call own = stage_call(call, reduce_of(call), rank, tn_vector_bytes(call));
  own.counts = NULL;
  return own;
}

/* Scratch memory in bytes of the reduce and the scatter on one rank. Both use the same TEMP; SHARED
 * has one part for each. */
struct needs {
  size_t temp, reduce_shared, scatter_shared;
};

static struct needs needs_of(const struct tn_call *call, int rank)
{
  const struct tn_call up = reduce_call(call, rank);
  const struct tn_call down = stage_call(call, scatter_of(call), rank, call->block);
  const struct tn_sizes a = tn_method_scratch(reduce_of(call), &up),
                        b = tn_method_scratch(scatter_of(call), &down);
  return (struct needs){ tn_aligned(tn_larger(a.temp, b.temp), ALIGNED),
                         tn_aligned(a.shared, ALIGNED), b.shared };
}

/* Reduces the inputs to `sums`, then scatters these to the results. */
static void run_both(struct tn_strand *r, struct tn_group *group, struct tn_window *sums)
{
  const struct tn_call *call = r->call;
  const struct tn_call up = reduce_call(call, call->rank);
  struct tn_call down = stage_call(call, scatter_of(call), call->rank, call->block);
  struct tn_window *results = group->recv;
  down.meets = false;
  group->recv = sums;
  tn_group_run(r, group, &up, reduce_of(call));
  group->send = sums;
  group->recv = results;
  group->shared = needs_of(call, ROOT).reduce_shared;
  tn_group_run(r, group, &down, scatter_of(call));
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (tn_reduce_scatter_trivially(r))
    return;
  const int n = call->n_ranks;
  struct tn_window *inputs = tn_zeros(3 * (size_t)n, sizeof *inputs);
  struct tn_window *sums = inputs + n, *results = sums + n;
  const struct tn_window sum = sums_in_place(call)
                                   ? (struct tn_window){ TN_RECV, 0 }
                                   : (struct tn_window){ TN_TEMP, needs_of(call, ROOT).temp };
  int *members = tn_ints_new(n);
  for (int i = 0; i < n; i++) {
    members[i] = i;
    inputs[i] = (struct tn_window){ tn_contribution(call, i), 0 };
    sums[i] = sum; /* only the root's element is used */
    results[i] = (struct tn_window){ TN_RECV, 0 };
  }
  struct tn_group group = { .n_ranks = n, .members = members, .send = inputs, .recv = results };
  run_both(r, &group, sums);
  free(members);
  free(inputs);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const struct needs needs = needs_of(call, call->rank);
  const bool has_sum = call->rank == ROOT && !sums_in_place(call);
  const size_t vector = has_sum ? tn_vector_bytes(call) : 0;
  return (struct tn_sizes){ .temp = needs.temp + vector,
                            .temp_largest = tn_larger(vector, needs.temp),
                            .shared = needs.reduce_shared + needs.scatter_shared };
}

/* Returns 1, as all segments from one rank to another count as one message: a vector to rank 0, or
 * a share from rank 0. With Rabenseifner's reduce returns 0: every message counts. */
static int pair_messages(const struct tn_call *call)
{
  return call->params[REDUCE_PARAM] != RABENSEIFNER;
}

#define REDUCE_PARAMS                                                                              \
  [REDUCE_PARAM] =                                                                                 \
      TN_CHOICE_PARAM("reduce", reduce_names, BINOMIAL_REDUCE, "algorithm of the reduce"),         \
  [FANOUT_PARAM] = TN_FANOUT_PARAM,                                                                \
  [SEGMENT_PARAM] =                                                                                \
      TN_SIZE_PARAM("segment", 512, 0, "bytes of a segment of the reduce", .at_zero = "undivided")
#define LINEAR                                                                                     \
  TN_MESSAGES, .name = "linear", .ompi_id = 1, .pair_messages = pair_messages, .scratch = scratch, \
               .run = run, .summary = "reduce of the whole vector to rank 0, then scatter"

const struct tn_algorithm tn_reduce_scatter_block_linear = {
  LINEAR,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .source = "Open MPI, coll_base_reduce_scatter_block.c",
  .ompi = "basic_linear",
  .params = { REDUCE_PARAMS, [SCATTER_PARAM] = TN_CHOICE_PARAM("scatter", scatter_names, 0,
                                                               "algorithm of the scatter") },
};

const struct tn_algorithm tn_reduce_scatter_linear = {
  LINEAR,
  .collective = TN_REDUCE_SCATTER,
  .source = "Open MPI, coll_base_reduce_scatter.c",
  .ompi = "non-overlapping",
  .params = { REDUCE_PARAMS, [SCATTER_PARAM] = TN_CHOICE_PARAM("scatter", scatterv_names, 0,
                                                               "algorithm of the scatter") },
};
