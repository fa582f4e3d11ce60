/* Alltoalls in p - 1 steps. In each step a rank reads from one rank, and another rank reads from
 * it. Every rank first publishes its buffer. Then in step i = 1 .. p-1 a rank reads:
 *
 * pairwise: from rank xor i if p is a power of two, otherwise from (rank - i) mod p (CMA paper,
 *   section IV.C.1)
 * rotation: from rank + i, after all ranks have published (KNEM paper: Ma, Bosilca, Bouteiller,
 *   Goglin, Squyres, Dongarra, ICPP 2011, section V.C)
 * T = T_allgather + (p-1)*(alpha + n*beta + l*ceil(n/s)), n = call->block, p = call->n_ranks.
 * Departures: in place, the blocks are first moved to scratch memory, from which the other ranks
 * read. A barrier at the end protects buffers that are still read. The rank's own block is moved
 * first. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "alltoall.h"

enum { LINE_READY, LINE_BARRIER };
enum { PAIRWISE, ROTATION };

int tn_pairwise_peer(int n_ranks, int rank, int step)
{
  return tn_is_power_of_two(n_ranks) ? rank ^ step : tn_wrap(rank - step, n_ranks);
}

static void read_in_turn(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  const int rank = call->rank;
  const bool rotates = call->variant == ROTATION;
  const enum tn_buf from = call->in_place ? TN_TEMP : TN_SEND;
  const size_t all = tn_pairs_received(call, rank);
  if (p > 1) {
    r->transport->expose(r, from);
    if (call->in_place)
      tn_move(r, (struct tn_span){ rank, from, 0, all }, (struct tn_span){ rank, TN_RECV, 0, all });
    tn_post(r, TN_LINE(LINE_READY), 1);
  }
  if (rotates)
    tn_wait_for_all(r, TN_LINE(LINE_READY));
  if (!call->in_place)
    tn_move(r, tn_pair_received(call, TN_RECV, rank, rank), tn_pair_sent(call, from, rank, rank));
  for (int step = 1; step < p; step++) {
    const int peer = rotates ? (rank + step) % p : tn_pairwise_peer(p, rank, step);
    if (!rotates)
      tn_wait(r, peer, TN_LINE(LINE_READY), 1);
    r->transport->attach(r, peer, from);
    tn_copy(r, tn_pair_received(call, TN_RECV, peer, rank), tn_pair_sent(call, from, peer, rank));
  }
  tn_barrier(r, TN_LINE(LINE_BARRIER), 1);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool copies_first = call->in_place && call->n_ranks > 1;
  return (struct tn_sizes){ .temp = copies_first ? tn_pairs_received(call, call->rank) : 0 };
}

#define IN_TURN                                                                                    \
  .collective = TN_ALLTOALL, .counted = true, .n_slots = tn_line_and_barrier_slots,                \
  .scratch = scratch, .run = read_in_turn

const struct tn_algorithm tn_alltoall_pairwise = {
  IN_TURN,
  TN_SINGLE_COPY,
  .variant = PAIRWISE,
  .name = "pairwise",
  .summary = "each rank reads its block from one other rank per step",
  .source = "CMA paper, IV.C.1",
  .ompi = "pairwise",
  .ompi_id = 2,
  .mpich = "pairwise",
  .cma_native = true,
  .form = tn_form_copies_in_turn,
};

const struct tn_algorithm tn_alltoall_rotation = {
  IN_TURN,
  TN_OF_KNEM,
  .variant = ROTATION,
  .name = "rotation",
  .summary = "in step i each rank reads its block from rank + i",
  .source = "KNEM paper, V.C",
};
