/* Reductions of MPI libraries: Open MPI's coll/base/coll_base_reduce.c.
 *
 * linear: the root receives the vectors from the last rank to the first, the first of these into
 * its sum, the others beside it. In place it collects in scratch memory and moves the sum at the
 * end. chain, pipeline (one chain), binary and binomial: segments up the trees (segments.h); the
 * binomial one is in order, the nearest child first. Textbooks' times are those of the broadcasts
 * (bcast_messages.c), with the time of adding a byte added to beta. */
#include "reduce_messages.h"

#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/kit/reduction.h"
#include "segments.h"

/* Parameters: of chain, of the others. */
enum { CHAIN_FANOUT, CHAIN_SEGMENT };
enum { SEGMENT };

/* The sum of the root. */
static struct tn_span linear_sum(const struct tn_call *call)
{
  return call->in_place ? (struct tn_span){ call->rank, TN_TEMP, call->block, call->block }
                        : (struct tn_span){ call->rank, TN_RECV, 0, call->block };
}

static struct tn_span vector_of(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, tn_contribution(call, rank), 0, call->block };
}

static void collect_linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span sum = linear_sum(call);
  const struct tn_span beside = { call->rank, TN_TEMP, 0, call->block };
  const int last = call->n_ranks - 1;
  if (call->rank == last)
    tn_move(p->r, sum, vector_of(call, last));
  else
    tn_recv(p, sum, vector_of(call, last));
  for (int i = last - 1; i >= 0; i--) {
    if (i != call->rank)
      tn_recv(p, beside, vector_of(call, i));
    tn_reduce(p->r, sum, i == call->rank ? vector_of(call, i) : beside);
  }
  if (call->in_place)
    tn_move(p->r, (struct tn_span){ call->rank, TN_RECV, 0, call->block }, sum);
}

void tn_reduce_linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  if (call->n_ranks == 1)
    tn_move_own_vector(p->r);
  else if (call->rank == call->root)
    collect_linear(p);
  else
    tn_send(p, call->root, tn_own_vector(call));
}

size_t tn_reduce_linear_temp(const struct tn_call *call)
{
  return call->rank == call->root ? (call->in_place ? 2 : 1) * call->block : 0;
}

struct tn_p2p_use tn_reduce_linear_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

static void linear(struct tn_strand *r)
{
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_reduce_linear_use(r->call)));
  tn_reduce_linear(&p);
  tn_p2p_end(&p);
}

static struct tn_sizes scratch_linear(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = tn_reduce_linear_temp(call),
                            .shared = tn_p2p_shared(call, tn_reduce_linear_use(call)) };
}

static void run_tree(struct tn_strand *r, struct tn_shape shape, int64_t segment)
{
  const struct tn_cut part = tn_cut_elements(r->call, segment);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_blocking(tn_cut_use(&part)));
  tn_tree_up(&p, &shape, &part);
  tn_p2p_end(&p);
}

static struct tn_sizes scratch_tree(const struct tn_call *call, struct tn_shape shape,
                                    int64_t segment)
{
  const struct tn_cut part = tn_cut_elements(call, segment);
  struct tn_sizes sizes = tn_tree_up_scratch(call, &shape, &part);
  sizes.shared = tn_p2p_shared(call, tn_cut_use(&part));
  return sizes;
}

static struct tn_shape chains(const struct tn_call *call)
{
  return (struct tn_shape){ .kind = TN_CHAIN, .fanout = call->params[CHAIN_FANOUT] };
}

static const struct tn_shape one_chain = { .kind = TN_CHAIN, .fanout = 1 };
static const struct tn_shape binary_tree = { .kind = TN_BINARY };
static const struct tn_shape in_order_tree = { .kind = TN_IN_ORDER };

static void chain(struct tn_strand *r)
{
  run_tree(r, chains(r->call), r->call->params[CHAIN_SEGMENT]);
}

static struct tn_sizes scratch_chain(const struct tn_call *call)
{
  return scratch_tree(call, chains(call), call->params[CHAIN_SEGMENT]);
}

static void pipeline(struct tn_strand *r)
{
  run_tree(r, one_chain, r->call->params[SEGMENT]);
}

static struct tn_sizes scratch_pipeline(const struct tn_call *call)
{
  return scratch_tree(call, one_chain, call->params[SEGMENT]);
}

static void binary(struct tn_strand *r)
{
  run_tree(r, binary_tree, r->call->params[SEGMENT]);
}

static struct tn_sizes scratch_binary(const struct tn_call *call)
{
  return scratch_tree(call, binary_tree, call->params[SEGMENT]);
}

static void binomial(struct tn_strand *r)
{
  run_tree(r, in_order_tree, r->call->params[SEGMENT]);
}

static struct tn_sizes scratch_binomial(const struct tn_call *call)
{
  return scratch_tree(call, in_order_tree, call->params[SEGMENT]);
}

/* Whole vectors along the longest chain of a tree; textbooks give no form for segments. */
static bool whole_vectors(const struct tn_call *call, struct tn_steps *s, double messages,
                          int64_t segment)
{
  tn_steps_send(s, messages, (double)call->block);
  s->is_reduced = true;
  return tn_is_undivided(call, segment);
}

static bool chain_form(const struct tn_call *call, struct tn_steps *s)
{
  return call->params[CHAIN_FANOUT] > 0 &&
         whole_vectors(call, s, tn_chains_messages(call->n_ranks, call->params[CHAIN_FANOUT]),
                       call->params[CHAIN_SEGMENT]);
}

static bool pipeline_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, call->n_ranks - 1, call->params[SEGMENT]);
}

static bool binary_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, tn_binary_messages(call->n_ranks), call->params[SEGMENT]);
}

static bool binomial_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, tn_ceil_lg(call->n_ranks), call->params[SEGMENT]);
}

static bool linear_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, call->n_ranks - 1, 0);
}

#define MESSAGES_REDUCE                                                                            \
  .collective = TN_REDUCE, .source = "Open MPI, coll_base_reduce.c", TN_MESSAGES

const struct tn_algorithm tn_reduce_linear_entry = {
  MESSAGES_REDUCE,
  .name = "linear",
  .summary = "the root receives one vector after another and adds it",
  .ompi = "linear",
  .ompi_id = 1,
  .scratch = scratch_linear,
  .form = linear_form,
  .run = linear,
};

const struct tn_algorithm tn_reduce_chain = {
  MESSAGES_REDUCE,
  .name = "chain",
  .summary = "segments along `fanout` chains that end at the root",
  .ompi = "chain",
  .ompi_id = 2,
  .segmented = true,
  .params = { [CHAIN_FANOUT] = TN_FANOUT_PARAM, [CHAIN_SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_chain,
  .form = chain_form,
  .run = chain,
};

const struct tn_algorithm tn_reduce_pipeline = {
  MESSAGES_REDUCE,
  .name = "pipeline",
  .summary = "segments along one chain of all ranks",
  .ompi = "pipeline",
  .ompi_id = 3,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_pipeline,
  .form = pipeline_form,
  .run = pipeline,
};

const struct tn_algorithm tn_reduce_binary = {
  MESSAGES_REDUCE,
  .name = "binary",
  .summary = "segments up a binary tree",
  .ompi = "binary",
  .ompi_id = 4,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_binary,
  .form = binary_form,
  .run = binary,
};

const struct tn_algorithm tn_reduce_binomial = {
  MESSAGES_REDUCE,
  .name = "binomial",
  .summary = "segments up a binomial tree",
  .ompi = "binomial",
  .ompi_id = 5,
  .mpich = "binomial",
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_binomial,
  .form = binomial_form,
  .run = binomial,
};
