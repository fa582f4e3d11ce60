/* Allreduce as a reduce to rank 0 followed by a bcast: Open MPI's "nonoverlapping" of
 * coll_base_allreduce.c.
 *
 * In the library other components choose both algorithms; here parameters do. Rank 0 begins to send
 * when it has the whole sum; other ranks forward segments as they arrive. Parents have lower ranks
 * than their children, so no pair of ranks uses one direction in both phases. */
#include "algos/entries.h"
#include "down_trees.h"
#include "p2p.h"
#include "reduce_linear.h"
#include "segments.h"

static const char *const up_trees[] = { [TN_DOWN_LINEAR] = "linear",
                                        [TN_DOWN_PIPELINE] = "pipeline",
                                        [TN_DOWN_BINARY] = "binary",
                                        [TN_DOWN_BINOMIAL] = "binomial",
                                        NULL };
enum { REDUCE_PARAM, BCAST_PARAM, SEGMENT_PARAM };

/* Returns the shape of the reduce's tree; not for a linear reduce, which has no tree
 * (reduce_linear.h). */
static struct tn_shape up_shape(const struct tn_call *call)
{
  const int64_t tree = call->params[REDUCE_PARAM];
  return tree == TN_DOWN_BINOMIAL ? (struct tn_shape){ .kind = TN_IN_ORDER } : tn_down_shapes[tree];
}

static bool is_linear_up(const struct tn_call *call)
{
  return call->params[REDUCE_PARAM] == TN_DOWN_LINEAR;
}

static struct tn_cut up_part(const struct tn_call *call)
{
  return tn_cut_elements(call, call->params[SEGMENT_PARAM]);
}

/* Returns the segments of the bcast. A linear or k-nomial (radix 4) bcast sends the whole
 * vector. */
static struct tn_cut down_part(const struct tn_call *call)
{
  const int64_t tree = call->params[BCAST_PARAM];
  return tree == TN_DOWN_LINEAR || tree == TN_DOWN_KNOMIAL ? tn_cut_whole(call, 0) : up_part(call);
}

static struct tn_p2p_use use_both(const struct tn_call *call)
{
  const struct tn_cut up = up_part(call), down = down_part(call);
  const struct tn_p2p_use a = is_linear_up(call) ? tn_use_block_blocking(call) : tn_cut_use(&up);
  const struct tn_p2p_use b = tn_cut_use(&down);
  return (struct tn_p2p_use){ .largest = a.largest > b.largest ? a.largest : b.largest,
                              .messages = a.messages > b.messages ? a.messages : b.messages };
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_cut up = up_part(call), down = down_part(call);
  const struct tn_shape shape = up_shape(call);
  if (is_linear_up(call))
    tn_reduce_linear(p);
  else
    tn_tree_up(p, &shape, &up);
  tn_tree_down(p, &tn_down_shapes[call->params[BCAST_PARAM]], &down, TN_TOGETHER);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const struct tn_cut up = up_part(call);
  const struct tn_shape shape = up_shape(call);
  if (!is_linear_up(call))
    return tn_tree_up_scratch(call, &shape, &up);
  return (struct tn_sizes){ .temp = tn_reduce_linear_temp(call), .temp_largest = call->block };
}

const struct tn_algorithm tn_allreduce_reduce_bcast = {
  TN_MESSAGES,
  .collective = TN_ALLREDUCE,
  .name = "reduce-bcast",
  .summary = "reduce to rank 0, then bcast",
  .source = "Open MPI, coll_base_allreduce.c",
  .ompi = "nonoverlapping",
  .ompi_id = 2,
  .segmented = true,
  .params = { [REDUCE_PARAM] =
                  TN_CHOICE_PARAM("reduce", up_trees, TN_DOWN_BINOMIAL, "algorithm of the reduce"),
              [BCAST_PARAM] = TN_CHOICE_PARAM("bcast", tn_down_tree_names, TN_DOWN_BINOMIAL,
                                              "algorithm of the bcast"),
              [SEGMENT_PARAM] = TN_SEGMENT_PARAM },
  .scratch = scratch,
  .use = use_both,
  .exchange = exchange,
};
