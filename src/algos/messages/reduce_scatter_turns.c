/* Reduce-scatters in which each rank takes its turn with all others: MPICH's
 * reduce_scatter_block_intra_pairwise.c.
 *
 * pairwise: in step i a rank sends rank + i its share and receives its own from rank - i. In place
 *   the sum is moved to the start at the end.
 *   T = (p-1)*(alpha + n*(beta + gamma)), n the bytes of a share */
#include "reduce_scatter.h"

#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "p2p.h"

static struct tn_span result_of(const struct tn_call *call)
{
  return (struct tn_span){ call->rank, TN_RECV, 0, tn_share_bytes(call, call->rank) };
}

static void take_turns(struct tn_p2p *p, const size_t *start)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const enum tn_buf input = tn_contribution(call, rank);
  const struct tn_span own = { rank, input, start[rank], tn_share_bytes(call, rank) };
  const struct tn_span sum = input == TN_RECV ? own : result_of(call);
  const struct tn_span received = { rank, TN_TEMP, 0, own.len };
  if (sum.buf != own.buf)
    tn_move(p->r, sum, own);
  for (int i = 1; i < n; i++) {
    const int from = tn_wrap(rank - i, n), to = (rank + i) % n;
    const struct tn_span given = { rank, input, start[to], tn_share_bytes(call, to) };
    tn_sendrecv(p, to, given, received,
                (struct tn_span){ from, tn_contribution(call, from), own.off, own.len });
    tn_reduce(p->r, sum, received);
  }
  if (input == TN_RECV && rank > 0)
    tn_move(p->r, result_of(call), sum);
}

static struct tn_p2p_use use_pairwise(const struct tn_call *call)
{
  return tn_blocking((struct tn_p2p_use){ .largest = tn_share_longest(call), .messages = 1 });
}

static void run_pairwise(struct tn_strand *r)
{
  struct tn_p2p p;
  if (tn_reduce_scatter_trivially(r))
    return;
  size_t *start = tn_share_starts(r->call);
  tn_p2p_begin(&p, r, use_pairwise(r->call));
  take_turns(&p, start);
  tn_p2p_end(&p);
  free(start);
}

static struct tn_sizes scratch_pairwise(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? tn_share_bytes(call, call->rank) : 0,
                            .shared = tn_p2p_shared(call, use_pairwise(call)) };
}

static bool pairwise_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_send(s, call->n_ranks - 1, (double)call->block);
  s->is_reduced = true;
  return true;
}

#define PAIRWISE                                                                              \
  TN_MESSAGES, .unsupported = tn_supports_all, .name = "pairwise", .mpich = "pairwise",       \
  .scratch = scratch_pairwise, .form = pairwise_form, .run = run_pairwise,                    \
  .summary = "each rank gets its share from one rank after another"

const struct tn_algorithm tn_reduce_scatter_block_pairwise = {
  PAIRWISE,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .source = "MPICH, reduce_scatter_block_intra_pairwise.c",
};
