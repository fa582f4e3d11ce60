/* UCC's allreduce, reduce and bcast by recursive k-ing (tl/ucp; knomial_messages.h). At each level
 * the ranks of a group of `radix` ranks exchange whole vectors and add them (knomial), or they
 * exchange parts: the vector is divided level by level, so that neighbours exchange the largest
 * parts.
 *
 * allreduce sra-knomial: at each level the members of a group have the same range of the vector. A
 *   rank sends the others their parts of it and adds its own (reduce-scatter). Then, in reverse
 *   order, every rank sends its range to the others (allgather). reduce srg-knomial: the same
 *   reduce-scatter. Then, from the last level to the first, the members of a group send their
 *   ranges to the first member (gather).
 * bcast sag-knomial: the gather in reverse order as a scatter, then the allgather. Data that a rank
 *   already has are not sent in the allgather.
 * T: ceil(log_k p) levels, each with k - 1 vectors to and from each rank (knomial). By parts, a
 * rank of an allreduce sends 2 (k-1)/k n (1 + 1/k + ...) bytes in 2 ceil(log_k p) steps. If a
 * vector has few elements for the radix, exchanges of parts use radix 2, as in UCC. Departure: sums
 * are computed in the buffer of the result, without a copy at the end. Assumed: a gather and a
 * scatter wait for their sends at each level. */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "knomial_forms.h"
#include "knomial_messages.h"

enum { RADIX = TN_KNOMIAL_RADIX };
enum { PARTS, WHOLE };

static struct tn_elements whole(const struct tn_exchange_state *t)
{
  const struct tn_call *call = t->p->r->call;
  return (struct tn_elements){ 0, call->block / tn_element_size(call) };
}

/* Returns the range of elements that belongs to the rank with a number after n_levels levels. At
 * each level its group has divided the range of the level before. */
static struct tn_elements range_after(const struct tn_exchange_state *t, int number, int n_levels)
{
  struct tn_elements range = whole(t);
  for (int i = 0; i < n_levels && t->p->r->call->variant == PARTS; i++) {
    const struct tn_exchange_group group = tn_exchange_group(&t->e, number, i);
    range = tn_elements_piece(range, (size_t)group.size, (size_t)group.own);
  }
  return range;
}

static struct tn_span span_of(const struct tn_exchange_state *t, int rank, enum tn_buf buf,
                              struct tn_elements range)
{
  const size_t size = tn_element_size(t->p->r->call);
  return (struct tn_span){ rank, buf, range.first * size, range.n * size };
}

/* Return a rank's contribution; its sum; the buffer that has its vector before a level. */
static struct tn_span contributed(const struct tn_exchange_state *t, int rank)
{
  return span_of(t, rank, tn_contribution(t->p->r->call, rank), whole(t));
}

static struct tn_span summed(const struct tn_exchange_state *t, int rank)
{
  return span_of(t, rank, tn_sum_buf(t->p->r->call, rank), whole(t));
}

static enum tn_buf held_at(const struct tn_exchange_state *t, int rank, int level)
{
  return (level == 0 && !tn_exchange_pairs(t, rank) ? contributed(t, rank) : summed(t, rank)).buf;
}

/* Returns the span in TEMP of n elements, `first` elements after the sum (if that is in TEMP). */
static struct tn_span scratch_span(const struct tn_exchange_state *t, size_t first, size_t n)
{
  const struct tn_call *call = t->p->r->call;
  struct tn_span span = span_of(t, call->rank, TN_TEMP, (struct tn_elements){ first, n });
  span.off += tn_sum_buf(call, call->rank) == TN_TEMP ? call->block : 0;
  return span;
}

static struct tn_span sent(const struct tn_exchange_state *t, int level, int from, int to)
{
  const int rank = tn_exchange_rank(t, from);
  return span_of(t, rank, held_at(t, rank, level), range_after(t, to, level + 1));
}

static struct tn_span receive_span(const struct tn_exchange_state *t, int level, int from, int i)
{
  const size_t n = range_after(t, t->number, level + 1).n;
  (void)from;
  return scratch_span(t, (size_t)i * n, n);
}

/* Exchanges whole vectors, or runs the reduce-scatter of parts. */
static void add_up(struct tn_exchange_state *t)
{
  const int rank = t->p->r->call->rank;
  for (int level = 0; level < t->e.n_levels; level++) {
    const struct tn_elements own = range_after(t, t->number, level + 1);
    const int n = tn_exchange_with_group(t, level, sent, receive_span);
    tn_exchange_wait(t);
    tn_reduce_row(t->p->r, span_of(t, rank, summed(t, rank).buf, own),
                  span_of(t, rank, held_at(t, rank, level), own), scratch_span(t, 0, own.n), n);
  }
}

/* Returns the range of `number` after a level, as a span in the memory of number `holder`. */
static struct tn_span part_at(const struct tn_exchange_state *t, int holder, int number, int level)
{
  const int rank = tn_exchange_rank(t, holder);
  return span_of(t, rank, tn_sum_buf(t->p->r->call, rank), range_after(t, number, level + 1));
}

/* Returns true if the rank with `number` needs `peer`'s part in the allgather. In a bcast it may
 * already have this part. */
static bool gets_from(const struct tn_exchange_state *t, int number, int peer)
{
  return t->p->r->call->collective != TN_BCAST ||
         tn_exchange_last_level(&t->e, peer) <= tn_exchange_last_level(&t->e, number);
}

static void allgather(struct tn_exchange_state *t)
{
  const int own = t->number;
  for (int level = t->e.n_levels - 1; level >= 0; level--) {
    const struct tn_exchange_group group = tn_exchange_group(&t->e, own, level);
    for (int place = group.size - 1; place >= 0; place--) {
      const int peer = group.first + place * group.stride;
      if (peer != own && gets_from(t, peer, own))
        tn_exchange_send(t, tn_exchange_rank(t, peer), part_at(t, own, own, level));
    }
    for (int place = 0; place < group.size; place++) {
      const int peer = group.first + place * group.stride;
      if (peer != own && gets_from(t, own, peer))
        tn_exchange_receive(t, part_at(t, own, peer, level), part_at(t, peer, peer, level));
    }
    tn_exchange_wait_for_receives(t);
  }
}

/* Returns the last level at which the caller is not the first of its group, or -1. After this level
 * of a gather, the first member has the caller's elements. */
static int last_level(const struct tn_exchange_state *t)
{
  return tn_exchange_last_level(&t->e, t->number);
}

/* Runs one level of the scatter (from the first member of a group to the others) or of the gather
 * (from the others to the first member). */
static void pass_parts(struct tn_exchange_state *t, int level, bool scatters)
{
  const struct tn_exchange_group group = tn_exchange_group(&t->e, t->number, level);
  const int own = t->number;
  if (level == last_level(t) && scatters)
    tn_exchange_receive(t, part_at(t, own, own, level), part_at(t, group.first, own, level));
  else if (level == last_level(t))
    tn_exchange_send(t, tn_exchange_rank(t, group.first), part_at(t, own, own, level));
  for (int i = 1; i < group.size && level > last_level(t); i++) {
    const int peer = group.first + (scatters ? group.size - i : i) * group.stride;
    if (scatters)
      tn_exchange_send(t, tn_exchange_rank(t, peer), part_at(t, own, peer, level));
    else
      tn_exchange_receive(t, part_at(t, own, peer, level), part_at(t, peer, peer, level));
  }
  tn_exchange_wait(t);
}

static void scatter(struct tn_exchange_state *t)
{
  for (int level = last_level(t) < 0 ? 0 : last_level(t); level < t->e.n_levels; level++)
    pass_parts(t, level, true);
}

static void gather(struct tn_exchange_state *t)
{
  for (int level = t->e.n_levels - 1; level >= 0 && level >= last_level(t); level--)
    pass_parts(t, level, false);
}

static void run_levels(struct tn_exchange_state *t)
{
  const struct tn_call *call = t->p->r->call;
  if (call->collective == TN_BCAST)
    scatter(t);
  else
    add_up(t);
  if (call->collective == TN_REDUCE)
    gather(t);
  else if (call->variant == PARTS)
    allgather(t);
}

static struct tn_exchange exchange_of(const struct tn_call *call)
{
  return call->variant == PARTS ? tn_knomial_exchange_of_parts(call) : tn_knomial_exchange(call);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const bool adds = tn_collective_reduces(call->collective);
  struct tn_exchange_state t;
  if (call->n_ranks == 1 && adds)
    tn_move_own_vector(p->r);
  if (call->n_ranks == 1)
    return;
  tn_exchange_begin(&t, p, exchange_of(call));
  if (adds)
    tn_exchange_send_vector(&t, tn_sum_buf(call, call->rank), scratch_span(&t, 0, 0).off);
  if (t.number >= 0)
    run_levels(&t);
  if (call->collective != TN_REDUCE)
    tn_exchange_send_result(&t, summed);
  tn_exchange_wait(&t);
  tn_exchange_finish(&t);
}

/* Returns the upper limits of the messages. With parts, a rank sends at most two messages to
 * another rank: one in each half of the algorithm. */
static struct tn_p2p_use use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = call->variant == PARTS ? 2 : 1 };
}

/* Returns the scratch bytes. The parts received at a level are at most a vector. */
static struct tn_sizes scratch(const struct tn_call *call)
{
  const size_t sum = tn_call_has_result(call, call->rank) ? 0 : 1;
  const size_t n = call->variant == PARTS ? 1 : (size_t)exchange_of(call).radix - 1;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? (sum + n) * call->block : 0 };
}

#define KNOMIAL TN_MESSAGES, .use = use, .exchange = exchange
#define BY_PARTS KNOMIAL, .variant = PARTS, .form = tn_knomial_form_parts

const struct tn_algorithm tn_allreduce_knomial = {
  KNOMIAL,
  .variant = WHOLE,
  .collective = TN_ALLREDUCE,
  .name = "knomial",
  .summary = "groups of radix ranks exchange whole vectors and add them, level by level",
  .source = "UCC, tl/ucp/allreduce/allreduce_knomial.c",
  .ucc = "knomial",
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = scratch,
  .form = tn_knomial_form,
};

const struct tn_algorithm tn_allreduce_sra_knomial = {
  BY_PARTS,
  .collective = TN_ALLREDUCE,
  .name = "sra-knomial",
  .summary = "groups of radix ranks scatter and add parts, level by level, then gather them",
  .source = "UCC, tl/ucp/allreduce/allreduce_sra_knomial.c",
  .ucc = "sra_knomial",
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
  .scratch = scratch,
};

const struct tn_algorithm tn_reduce_srg_knomial = {
  BY_PARTS,
  .collective = TN_REDUCE,
  .name = "srg-knomial",
  .summary =
      "groups of radix ranks scatter and add parts, level above level; the root gathers them",
  .source = "UCC, tl/ucp/reduce/reduce_srg_knomial.c",
  .ucc = "srg",
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = scratch,
};

const struct tn_algorithm tn_bcast_sag_knomial = {
  BY_PARTS,
  .collective = TN_BCAST,
  .name = "sag-knomial",
  .summary = "parts go down groups of radix ranks, level by level; then each group exchanges them",
  .source = "UCC, tl/ucp/bcast/bcast_sag_knomial.c",
  .ucc = "sag_knomial",
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
};
