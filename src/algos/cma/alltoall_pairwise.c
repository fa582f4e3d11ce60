/* Pairwise alltoall of the CMA paper, section IV.C.1:
 *   T = T_allgather + (p-1)*(alpha + n*beta + l*ceil(n/s))
 * n = call->block, p = call->n_ranks.
 *
 * Every rank publishes its buffer; in step i = 1 .. p-1 it reads its block from rank xor i when p
 * is a power of two, else from (rank - i) mod p, so that each rank is read by one other.
 *
 * Departures: in place, the blocks are first moved to scratch memory, which the others read; a
 * barrier at the end keeps buffers from being reused while they are read. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "alltoall.h"

enum { LINE_READY, LINE_BARRIER };

int tn_pairwise_peer(int n_ranks, int rank, int step)
{
  const bool power_of_two = (n_ranks & (n_ranks - 1)) == 0;
  return power_of_two ? rank ^ step : tn_wrap(rank - step, n_ranks);
}

static void pairwise(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  const int rank = call->rank;
  const enum tn_buf from = call->in_place ? TN_TEMP : TN_SEND;
  const size_t all = tn_pairs_received(call, rank);
  if (p > 1) {
    r->transport->expose(r, from);
    if (call->in_place)
      tn_move(r, (struct tn_span){ rank, from, 0, all }, (struct tn_span){ rank, TN_RECV, 0, all });
    tn_post(r, TN_LINE(LINE_READY), 1);
  }
  if (!call->in_place)
    tn_move(r, tn_pair_received(call, TN_RECV, rank, rank), tn_pair_sent(call, from, rank, rank));
  for (int step = 1; step < p; step++) {
    const int peer = tn_pairwise_peer(p, rank, step);
    tn_wait(r, peer, TN_LINE(LINE_READY), 1);
    r->transport->attach(r, peer, from);
    tn_copy(r, tn_pair_received(call, TN_RECV, peer, rank), tn_pair_sent(call, from, peer, rank));
  }
  tn_barrier(r, TN_LINE(LINE_BARRIER), 1);
}

static int n_slots(const struct tn_call *call)
{
  return TN_LINE(LINE_BARRIER) + tn_barrier_slots(call->n_ranks);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool copies_first = call->in_place && call->n_ranks > 1;
  return (struct tn_sizes){ .temp = copies_first ? tn_pairs_received(call, call->rank) : 0 };
}

const struct tn_algorithm tn_alltoall_pairwise = {
  .collective = TN_ALLTOALL,
  .name = "pairwise",
  .summary = "each rank reads its block from one other rank per step",
  .source = "CMA paper, IV.C.1",
  .ompi = "pairwise",
  .ompi_id = 2,
  .mpich = "pairwise",
  .cma_native = true,
  TN_SINGLE_COPY,
  .n_slots = n_slots,
  .scratch = scratch,
  .form = tn_form_copies_in_turn,
  .run = pairwise,
};

const struct tn_algorithm tn_alltoallv_pairwise = {
  .collective = TN_ALLTOALLV,
  .name = "pairwise",
  .summary = "each rank reads its block from one other rank per step",
  .source = "CMA paper, IV.C.1, with counts",
  TN_SINGLE_COPY,
  .n_slots = n_slots,
  .scratch = scratch,
  .form = tn_form_copies_in_turn,
  .run = pairwise,
};
