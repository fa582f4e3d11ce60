/* Recursive k-ing of UCC (tl/ucp) without sums: barrier, allgather and, if there are no gaps
 * between the blocks, allgatherv `knomial`.
 *
 * At each level all ranks of a group of `radix` ranks exchange with each other
 * (knomial_messages.h): empty messages in a barrier, all blocks that they have in an allgather. An
 * allgather waits only for the receives at each level.
 *
 * T = ceil(log_k p) * alpha' for the barrier; allgather: p - 1 blocks in total. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "knomial_forms.h"
#include "knomial_messages.h"

enum { RADIX = TN_KNOMIAL_RADIX };

/* Returns the span of all ranks' blocks in `rank`'s RECV; empty in a barrier. */
static struct tn_span all_blocks(const struct tn_exchange_state *t, int rank)
{
  const struct tn_call *call = t->p->r->call;
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block_range(&recv, rank, 0, call->n_ranks);
}

/* Returns the span in `rank`'s RECV of the blocks that the rank with number `number` has before a
 * level. */
static struct tn_span blocks_at(const struct tn_exchange_state *t, int rank, int number, int level)
{
  const struct tn_blocks recv = tn_blocks_of(t->p->r->call, TN_RECV);
  const struct tn_run below = tn_exchange_below(&t->e, number, level);
  return tn_block_range(&recv, rank, below.first, below.n);
}

static struct tn_span blocks_sent(const struct tn_exchange_state *t, int level, int from, int to)
{
  (void)to;
  return blocks_at(t, tn_exchange_rank(t, from), from, level);
}

static struct tn_span received_blocks(const struct tn_exchange_state *t, int level, int from, int i)
{
  (void)i;
  return blocks_at(t, t->p->r->call->rank, from, level);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  const bool gathers = call->collective != TN_BARRIER;
  struct tn_exchange_state t;
  if (gathers)
    tn_gathered_move_own(p->r);
  tn_exchange_begin(&t, p, tn_knomial_exchange(call));
  const int partner = tn_exchange_partner(&t);
  if (t.number < 0)
    tn_exchange_send(&t, partner, tn_gathered_block(call, rank, rank));
  else if (tn_exchange_pairs(&t, rank))
    tn_recv(p, tn_gathered_block(call, rank, partner), tn_gathered_block(call, partner, partner));
  for (int level = 0; level < t.e.n_levels && t.number >= 0; level++) {
    tn_exchange_with_group(&t, level, blocks_sent, received_blocks);
    if (!gathers)
      tn_exchange_wait(&t);
  }
  tn_exchange_send_result(&t, all_blocks);
  tn_exchange_wait(&t);
  tn_exchange_finish(&t);
}

const struct tn_algorithm tn_barrier_knomial = {
  TN_MESSAGES,
  .collective = TN_BARRIER,
  .name = "knomial",
  .summary = "all ranks of a group of radix ranks signal each other, level by level",
  .source = "UCC, tl/ucp/barrier/barrier_knomial.c",
  .ucc = "knomial",
  .sizeless = true,
  .params = { [RADIX] = TN_RADIX_PARAM(8) },
  .form = tn_knomial_form,
  .sends = { TN_ALL_BLOCKS, 1, false },
  .exchange = exchange,
};

#define ALLGATHER                                                                                  \
  TN_MESSAGES, .name = "knomial", .source = "UCC, tl/ucp/allgather/allgather_knomial.c",           \
               .ucc = "knomial", .params = { [RADIX] = TN_RADIX_PARAM_AUTO },                      \
               .summary = "groups of radix ranks exchange all their blocks, level by "             \
                          "level",                                                                 \
               .form = tn_knomial_form_blocks, .sends = { TN_ALL_BLOCKS, 1, false },               \
               .exchange = exchange

const struct tn_algorithm tn_allgather_knomial = { ALLGATHER, .collective = TN_ALLGATHER };
const struct tn_algorithm tn_allgatherv_knomial = { ALLGATHER, .collective = TN_ALLGATHERV };
