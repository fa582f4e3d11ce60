/* Broadcasts and reductions of MPI libraries along a tree: Open MPI's coll/base/coll_base_bcast.c,
 * coll_base_reduce.c and coll_base_topo.c.
 *
 * The vector moves down or up the tree in segments (segments.h). linear has height one, pipeline is
 * one chain; other algorithms have the names of their trees. In the binomial reduction a rank
 * receives from its nearest child first.
 *
 * Textbook times for one segment and m messages one after another: T = m*(alpha + n*beta), with m =
 * p-1 (linear, pipeline), k + ceil((p-1)/k) - 1 (chain with fanout k), 2*(ceil(lg(p+1)) - 1)
 * (binary), ceil(lg p) (binomial). In reductions beta includes the time of adding a byte. n =
 * call->block, p = call->n_ranks. */
#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "segments.h"

enum { CHAIN_FANOUT, CHAIN_SEGMENT };
enum { RADIX };
enum { SEGMENT };

enum { LINEAR, CHAIN, PIPELINE, BINARY, BINOMIAL, KNOMIAL };

static struct tn_shape shape_of(const struct tn_call *call)
{
  const bool adds = tn_collective_reduces(call->collective);
  switch (call->variant) {
  case CHAIN:
    return (struct tn_shape){ .kind = TN_CHAIN, .fanout = call->params[CHAIN_FANOUT] };
  case PIPELINE:
    return (struct tn_shape){ .kind = TN_CHAIN, .fanout = 1 };
  case BINARY:
    return (struct tn_shape){ .kind = TN_BINARY };
  case BINOMIAL:
    return (struct tn_shape){ .kind = adds ? TN_IN_ORDER : TN_BINOMIAL };
  case KNOMIAL:
    return (struct tn_shape){ .kind = TN_KNOMIAL, .fanout = call->params[RADIX] };
  default:
    return (struct tn_shape){ .kind = TN_LINEAR };
  }
}

static int64_t segment_of(const struct tn_call *call)
{
  if (call->variant == LINEAR || call->variant == KNOMIAL)
    return 0;
  return call->params[call->variant == CHAIN ? CHAIN_SEGMENT : SEGMENT];
}

static struct tn_cut cut(const struct tn_call *call)
{
  return tn_cut_elements(call, segment_of(call));
}

static struct tn_p2p_use down_use(const struct tn_call *call)
{
  const struct tn_cut part = cut(call);
  return tn_cut_use(&part);
}

static void down(struct tn_p2p *p)
{
  const struct tn_shape shape = shape_of(p->r->call);
  const struct tn_cut part = cut(p->r->call);
  tn_tree_down(p, &shape, &part, TN_TOGETHER);
}

static struct tn_p2p_use up_use(const struct tn_call *call)
{
  return tn_blocking(down_use(call));
}

static struct tn_sizes up_scratch(const struct tn_call *call)
{
  const struct tn_shape shape = shape_of(call);
  const struct tn_cut part = cut(call);
  return tn_tree_up_scratch(call, &shape, &part);
}

static void up(struct tn_p2p *p)
{
  const struct tn_shape shape = shape_of(p->r->call);
  const struct tn_cut part = cut(p->r->call);
  tn_tree_up(p, &shape, &part);
}

/* Computes the closed form for a vector of one segment, along the longest path of the tree.
 * Textbooks have no closed form for several segments. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const struct tn_shape shape = shape_of(call);
  const int p = call->n_ranks, chains = shape.fanout < p - 1 ? (int)shape.fanout : p - 1;
  const int64_t segment = segment_of(call);
  if ((segment > 0 && call->block > (size_t)segment) ||
      (shape.kind == TN_CHAIN && shape.fanout < 1))
    return false;
  tn_steps_send(s,
                shape.kind == TN_LINEAR ? p - 1
                : shape.kind == TN_CHAIN
                    ? chains > 0 ? chains + (p - 1 + chains - 1) / chains - 1 : 0
                : shape.kind == TN_BINARY ? 2 * (tn_ceil_lg(p + 1) - 1)
                                          : tn_ceil_lg(p),
                (double)call->block);
  s->is_reduced = tn_collective_reduces(call->collective);
  return true;
}

#define DOWN(tree)                                                                                 \
  .variant = tree, .collective = TN_BCAST, .source = "Open MPI, coll_base_bcast.c", TN_MESSAGES,   \
  .use = down_use, .exchange = down
#define UP(tree)                                                                                   \
  .variant = tree, .collective = TN_REDUCE, .source = "Open MPI, coll_base_reduce.c", TN_MESSAGES, \
  .scratch = up_scratch, .use = up_use, .exchange = up
#define SEGMENTED .segmented = true, .form = form, .params = { [SEGMENT] = TN_SEGMENT_PARAM }
#define CHAINS                                                                                     \
  .name = "chain", .ompi = "chain", .ompi_id = 2, .segmented = true, .form = form,                 \
  .params = { [CHAIN_FANOUT] = TN_FANOUT_PARAM, [CHAIN_SEGMENT] = TN_SEGMENT_PARAM }
#define ONE_CHAIN                                                                                  \
  SEGMENTED, .name = "pipeline", .summary = "segments go along one chain of all ranks",            \
             .ompi = "pipeline", .ompi_id = 3

const struct tn_algorithm tn_bcast_linear = {
  DOWN(LINEAR),           .name = "linear", .summary = "the root sends to every rank",
  .ompi = "basic_linear", .ompi_id = 1,     .form = form
};
const struct tn_algorithm tn_bcast_chain = {
  DOWN(CHAIN), CHAINS, .summary = "segments go along `fanout` chains that begin at the root"
};
const struct tn_algorithm tn_bcast_pipeline = { DOWN(PIPELINE), ONE_CHAIN };
const struct tn_algorithm tn_bcast_binary = {
  DOWN(BINARY),          SEGMENTED,   .name = "binary", .summary = "segments go down a binary tree",
  .ompi = "binary_tree", .ompi_id = 5
};
const struct tn_algorithm tn_bcast_binomial = {
  DOWN(BINOMIAL),     SEGMENTED,
  .name = "binomial", .summary = "segments go down a binomial tree",
  .ompi = "binomial", .ompi_id = 6,
  .mpich = "binomial"
};
const struct tn_algorithm tn_bcast_knomial_p2p = {
  DOWN(KNOMIAL),
  .name = "knomial-p2p",
  .summary = "the whole vector goes down a k-nomial tree",
  .ucc = "knomial",
  .ompi = "knomial",
  .ompi_id = 7,
  .params = { [RADIX] = TN_COUNT_PARAM(
                  "radix", 2, 0, 4,
                  "base of the tree; a rank has up to radix - 1 children per level") },
};

const struct tn_algorithm tn_reduce_chain = {
  UP(CHAIN), CHAINS, .summary = "segments go along `fanout` chains that end at the root"
};
const struct tn_algorithm tn_reduce_pipeline = { UP(PIPELINE), ONE_CHAIN };
const struct tn_algorithm tn_reduce_binary = {
  UP(BINARY),       SEGMENTED,   .name = "binary", .summary = "segments go up a binary tree",
  .ompi = "binary", .ompi_id = 4
};
const struct tn_algorithm tn_reduce_binomial = {
  UP(BINOMIAL),       SEGMENTED,    .name = "binomial", .summary = "segments go up a binomial tree",
  .ompi = "binomial", .ompi_id = 5, .mpich = "binomial"
};
