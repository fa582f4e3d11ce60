/* UCC's reduce_scatter `knomial` (tl/ucp/reduce_scatter/reduce_scatter_knomial.c,
 * coll_patterns/sra_knomial.h; main of 2025): recursive k-ing (knomial_messages.h), from the last
 * level, whose ranks are the farthest apart, to the first.
 *
 * At each level a rank sends each other member the shares for which that member is responsible
 * afterwards, and adds the received ones in one pass. An extra rank sends its vector to its proxy
 * before and receives its share afterwards. T: at each level k - 1 messages with p/k, p/k^2, ...
 * shares each. If there are few elements for the radix, the radix is 2. Departures: the sends of a
 * level begin before its receives; sums are in scratch memory (in UCC, in the vector). */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "knomial_forms.h"
#include "knomial_messages.h"

/* Returns the exchange of the call. Radix 2 is used if the result's buffer has few elements. */
static struct tn_exchange exchange_of(const struct tn_call *call)
{
  struct tn_call of_result = *call;
  of_result.block = call->in_place ? tn_vector_bytes(call) : call->block;
  return tn_knomial_exchange_of_parts(&of_result);
}

static struct tn_span shares(const struct tn_exchange_state *t, int rank, enum tn_buf buf,
                             int first, int n)
{
  const size_t block = t->p->r->call->block;
  return (struct tn_span){ rank, buf, (size_t)first * block, (size_t)n * block };
}

/* Returns the shares that belong to the rank with a number after a level, as a span in the memory
 * of `rank`, which has them before the level. */
static struct tn_span part_at(const struct tn_exchange_state *t, int rank, int number, int level)
{
  const struct tn_run below = tn_exchange_below(&t->e, number, level);
  const bool is_first = level == t->e.n_levels - 1 && !tn_exchange_pairs(t, rank);
  return shares(t, rank, is_first ? tn_contribution(t->p->r->call, rank) : TN_TEMP, below.first,
                below.n);
}

static struct tn_span scratch_span(const struct tn_exchange_state *t, size_t off, size_t len)
{
  const struct tn_call *call = t->p->r->call;
  return (struct tn_span){ call->rank, TN_TEMP, tn_vector_bytes(call) + off, len };
}

static struct tn_span sent(const struct tn_exchange_state *t, int level, int from, int to)
{
  return part_at(t, tn_exchange_rank(t, from), to, level);
}

static struct tn_span receive_span_at(const struct tn_exchange_state *t, int level, int from, int i)
{
  const size_t len = part_at(t, t->p->r->call->rank, t->number, level).len;
  (void)from;
  return scratch_span(t, (size_t)i * len, len);
}

/* Returns the span of an extra rank's share: in RECV if `rank` is the extra rank, in TEMP if it is
 * the proxy. */
static struct tn_span given_back(const struct tn_exchange_state *t, int rank)
{
  return tn_fold_number(&t->e.fold, rank) < 0 ? shares(t, rank, TN_RECV, 0, 1)
                                              : shares(t, rank, TN_TEMP, tn_fold_partner(rank), 1);
}

static void add_up(struct tn_exchange_state *t)
{
  const struct tn_call *call = t->p->r->call;
  const int rank = call->rank;
  const bool to_result = !call->in_place && !tn_exchange_pairs(t, rank);
  for (int level = t->e.n_levels - 1; level >= 0; level--) {
    const struct tn_span own = part_at(t, rank, t->number, level);
    const int n = tn_exchange_with_group(t, level, sent, receive_span_at);
    tn_exchange_wait(t);
    tn_reduce_row(t->p->r,
                  level == 0 && to_result ? shares(t, rank, TN_RECV, 0, 1)
                                          : (struct tn_span){ rank, TN_TEMP, own.off, own.len },
                  own, scratch_span(t, 0, own.len), n);
  }
  if (!to_result)
    tn_move(t->p->r, shares(t, rank, TN_RECV, 0, 1), shares(t, rank, TN_TEMP, rank, 1));
}

static void exchange(struct tn_p2p *p)
{
  struct tn_exchange_state t;
  if (tn_reduce_scatter_trivially(p->r))
    return;
  tn_exchange_begin(&t, p, exchange_of(p->r->call));
  tn_exchange_send_vector(&t, TN_TEMP, tn_vector_bytes(p->r->call));
  if (t.number >= 0)
    add_up(&t);
  tn_exchange_send_result(&t, given_back);
  tn_exchange_wait(&t);
  tn_exchange_finish(&t);
}

/* Returns the scratch memory: the sum, then received data (an extra rank's vector, or what the
 * first level receives, which is most for number 0). */
static struct tn_sizes scratch(const struct tn_call *call)
{
  const struct tn_exchange e = exchange_of(call);
  const size_t vector = tn_vector_bytes(call);
  if (call->n_ranks == 1)
    return (struct tn_sizes){ 0 };
  const int level = e.n_levels - 1, n_others = tn_exchange_group(&e, 0, level).size - 1;
  const size_t receive_span = (size_t)(n_others * tn_exchange_below(&e, 0, level).n) * call->block;
  return (struct tn_sizes){ .temp = vector + (receive_span > vector ? receive_span : vector) };
}

const struct tn_algorithm tn_reduce_scatter_block_knomial = {
  TN_MESSAGES,
  .collective = TN_REDUCE_SCATTER_BLOCK,
  .name = "knomial",
  .summary =
      "groups of radix ranks exchange and add the shares of those below them, far ones first",
  .source = "UCC, tl/ucp/reduce_scatter/reduce_scatter_knomial.c",
  .ucc = "knomial",
  .params = { [TN_KNOMIAL_RADIX] = TN_RADIX_PARAM(4) },
  .scratch = scratch,
  .form = tn_knomial_form_shares,
  .sends = { TN_ALL_BLOCKS, 1, false },
  .exchange = exchange,
};
