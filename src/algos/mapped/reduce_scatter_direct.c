/* A reduce-scatter over mapped memory: every rank reads its own share of all vectors and sums them
 * in its receive buffer, its own vector first, then the vectors of the ranks after it. So the ranks
 * read different vectors at any time. All ranks leave together. In place, a rank has its sum in
 * scratch memory until all ranks have read. This is the first half of the XHC paper's XBRC
 * (allreduce_xbrc.c).
 *
 * Each rank adds (p-1)*n bytes, where n is the bytes of its share. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"

enum { LINE_EXPOSED, LINE_BARRIER };

static struct tn_span share_of(const struct tn_call *call, int rank, size_t from)
{
  return (struct tn_span){ rank, tn_contribution(call, rank), from, tn_count(call, call->rank) };
}

/* Returns the span of the caller's sum. In place it is in scratch memory, since all ranks read
 * RECV. */
static struct tn_span sum_of(const struct tn_call *call)
{
  const bool waits = tn_contribution(call, call->rank) == TN_RECV;
  return (struct tn_span){ call->rank, waits ? TN_TEMP : TN_RECV, 0, tn_count(call, call->rank) };
}

/* Sums the caller's share, from byte `from` of every vector on. */
static void sum_share(struct tn_strand *r, size_t from)
{
  const struct tn_call *call = r->call;
  const struct tn_span sum = sum_of(call);
  struct tn_span left = share_of(call, call->rank, from);
  for (int i = 1; i < call->n_ranks; i++) {
    const int other = (call->rank + i) % call->n_ranks;
    tn_wait(r, other, TN_LINE(LINE_EXPOSED), 1);
    if (sum.len == 0)
      continue;
    r->transport->attach(r, other, tn_contribution(call, other));
    tn_message(r, other, sum.len);
    tn_reduce_two(r, sum, left, share_of(call, other, from));
    left = sum;
  }
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (tn_reduce_scatter_trivially(r))
    return;
  r->transport->expose(r, tn_contribution(call, call->rank));
  tn_post(r, TN_LINE(LINE_EXPOSED), 1);
  sum_share(r, tn_displacement(call, call->rank));
  tn_barrier(r, TN_LINE(LINE_BARRIER), 1);
  const struct tn_span sum = sum_of(call);
  if (sum.buf == TN_TEMP && sum.len > 0)
    tn_move(r, (struct tn_span){ call->rank, TN_RECV, 0, sum.len }, sum);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool needs = sum_of(call).buf == TN_TEMP && call->n_ranks > 1;
  return (struct tn_sizes){ .temp = needs ? tn_count(call, call->rank) : 0 };
}

const struct tn_algorithm tn_reduce_scatter_block_direct = {
  TN_MAPPED,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .counted = true,
  .name = "direct",
  .summary = "each rank sums its own share of all mapped vectors",
  .source = "first half of the XHC paper's XBRC, V.C",
  .n_slots = tn_line_and_barrier_slots,
  .scratch = scratch,
  .run = run,
};
