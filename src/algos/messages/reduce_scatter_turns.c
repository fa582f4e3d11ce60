/* Reduce-scatters of p - 1 steps in which a rank sends one share: MPICH's
 * reduce_scatter_intra_pairwise.c and reduce_scatter_block_intra_pairwise.c, Open MPI's ring of
 * coll_base_reduce_scatter.c.
 *
 * pairwise: in step i a rank sends the share of rank + i to that rank and receives its own share
 * from rank - i. In place, the sum is moved to the start of the buffer at the end. ring
 * (ring_sum.h): the share of rank r starts at rank r + 1 and reaches rank r last. The sums are in a
 * copy of the vector. Both algorithms: T = (p-1)*(alpha + n*(beta + gamma)), where n is the bytes
 * of a share. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "algos/kit/reduction.h"
#include "p2p.h"
#include "ring_sum.h"

static struct tn_span result_of(const struct tn_call *call)
{
  return (struct tn_span){ call->rank, TN_RECV, 0, tn_count(call, call->rank) };
}

static void pairwise(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const enum tn_buf input = tn_contribution(call, rank);
  if (tn_reduce_scatter_trivially(p->r))
    return;
  const struct tn_span own = { rank, input, tn_displacement(call, rank), tn_count(call, rank) };
  const struct tn_span sum = input == TN_RECV ? own : result_of(call);
  const struct tn_span received = { rank, TN_TEMP, 0, own.len };
  if (sum.buf != own.buf && own.len > 0)
    tn_move(p->r, sum, own);
  for (int i = 1; i < n; i++) {
    const int from = tn_wrap(rank - i, n), to = (rank + i) % n;
    const struct tn_span given = { rank, input, tn_displacement(call, to), tn_count(call, to) };
    tn_sendrecv(p, to, given, received,
                (struct tn_span){ from, tn_contribution(call, from), own.off, own.len });
    if (own.len > 0)
      tn_reduce(p->r, sum, received);
  }
  if (input == TN_RECV && own.off > 0 && own.len > 0)
    tn_move(p->r, result_of(call), sum);
}

static struct tn_sizes scratch_pairwise(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? tn_count(call, call->rank) : 0 };
}

static struct tn_span ring_share(const void *what, int rank, int i)
{
  return tn_block(what, rank, i);
}

static void ring(struct tn_p2p *p)
{
  struct tn_strand *r = p->r;
  const struct tn_call *call = r->call;
  const struct tn_span own = tn_own_vector(call);
  if (tn_reduce_scatter_trivially(r))
    return;
  const struct tn_blocks shares = tn_blocks_of(call, TN_TEMP);
  tn_move(r, (struct tn_span){ own.rank, TN_TEMP, 0, own.len }, own);
  tn_ring_sum(&(struct tn_ring){ .p = p,
                                 .block = ring_share,
                                 .what = &shares,
                                 .behind = 1,
                                 .receive_span = own.len,
                                 .longest = call->block });
  if (tn_count(call, call->rank) > 0)
    tn_move(r, result_of(call), tn_block(&shares, call->rank, call->rank));
}

static struct tn_sizes scratch_ring(const struct tn_call *call)
{
  const size_t temp = tn_vector_bytes(call) + 2 * call->block;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? temp : 0 };
}

#define PAIRWISE                                                                                   \
  TN_MESSAGES, .name = "pairwise", .mpich = "pairwise", .scratch = scratch_pairwise,               \
               .form = tn_form_sums_in_turn, .use = tn_use_block_blocking, .exchange = pairwise,   \
               .summary = "each rank receives its share from one rank after another"

const struct tn_algorithm tn_reduce_scatter_block_pairwise = {
  PAIRWISE,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .source = "MPICH, reduce_scatter_block_intra_pairwise.c",
};

const struct tn_algorithm tn_reduce_scatter_pairwise = {
  PAIRWISE,
  .collective = TN_REDUCE_SCATTER,
  .source = "MPICH, reduce_scatter_intra_pairwise.c",
};

const struct tn_algorithm tn_reduce_scatter_ring = {
  TN_MESSAGES,
  .collective = TN_REDUCE_SCATTER,
  .name = "ring",
  .summary = "shares go round the ring once and are summed",
  .source = "Open MPI, coll_base_reduce_scatter.c",
  .ompi = "ring",
  .ompi_id = 3,
  .scratch = scratch_ring,
  .form = tn_form_sums_in_turn,
  .sends.is_blocking = true,
  .exchange = ring,
};
