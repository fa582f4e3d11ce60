/* The linear reduce of MPI libraries: Open MPI's coll/base/coll_base_reduce.c. The root receives
 * the vectors of all ranks, from the last rank to the first. The first vector becomes the sum, to
 * which the others are added. In place the sum is in scratch memory until the end. T = (p-1)*(alpha
 * + n*(beta + gamma)) */
#include "reduce_linear.h"

#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/kit/reduction.h"

static struct tn_span vector_of(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, tn_contribution(call, rank), 0, call->block };
}

static void collect_linear(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_span sum = { call->rank, call->in_place ? TN_TEMP : TN_RECV,
                               call->in_place ? call->block : 0, call->block };
  const struct tn_span scratch_span = { call->rank, TN_TEMP, 0, call->block };
  const int last = call->n_ranks - 1;
  if (call->rank == last)
    tn_move(p->r, sum, vector_of(call, last));
  else
    tn_recv(p, sum, vector_of(call, last));
  for (int i = last - 1; i >= 0; i--) {
    if (i != call->rank)
      tn_recv(p, scratch_span, vector_of(call, i));
    tn_reduce(p->r, sum, i == call->rank ? vector_of(call, i) : scratch_span);
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

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = tn_reduce_linear_temp(call) };
}

const struct tn_algorithm tn_reduce_linear_entry = {
  TN_MESSAGES,
  .collective = TN_REDUCE,
  .name = "linear",
  .summary = "the root receives one vector after another and adds it",
  .source = "Open MPI, coll_base_reduce.c",
  .ompi = "linear",
  .ompi_id = 1,
  .scratch = scratch,
  .form = tn_form_sums_in_turn,
  .use = tn_use_block_blocking,
  .exchange = tn_reduce_linear,
};
