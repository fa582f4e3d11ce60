/* UCC's algorithms for long vectors (tl/ucp): the vector is cut into parts along the groups of
 * recursive k-ing (kit/exchange.h), so that neighbours exchange the largest parts.
 *
 * allreduce sra-knomial: at each level a rank sends the others of its group their parts of its
 * range and adds up its own (reduce-scatter); then the levels in the other order, every rank giving
 * the others its range (allgather). reduce srg-knomial: the same reduce-scatter; then at each level,
 * the last first, ranks send their range to the one nearest to the root (gather). bcast sag-knomial:
 * ranks that have a range send the others of their group parts of it, level by level; then the
 * allgather, in which nobody receives what it has. Ranks are counted from the root on. Ranks that
 * the groups leave out give their vector to a neighbour before and get the result from it after.
 *   T = 2 (k-1)/k n (1 + 1/k + ...) per rank of an allreduce, in 2 ceil(log_k p) steps
 * A rank starts all messages of a level and waits for them, in the allgather for receives only.
 * With few elements for the radix it is 2, as there.
 * Departure: sums are made where the result goes, with no copy at the end. That a gather and a
 * scatter wait for their sends at each level is assumed. */
#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "knomial_forms.h"
#include "p2p.h"

enum { RADIX = TN_KNOMIAL_RADIX };

/* One rank's part in a call. */
struct parts {
  struct tn_p2p p;
  struct tn_exchange e;
  int number;                          /* -1: left out */
  struct tn_request *sends, *receives; /* owned */
  int n_sends, n_receives;
};

static size_t n_elements(const struct tn_call *call)
{
  return call->block / tn_element_size(call);
}

/* The rank that goes on under a number. */
static int rank_of(const struct parts *w, int number)
{
  return tn_absolute(w->p.r->call, tn_fold_rank(&w->e.fold, number));
}

static bool is_paired(const struct parts *w, int rank)
{
  return tn_fold_pairs(&w->e.fold, tn_relative(w->p.r->call, rank));
}

static int partner_of(const struct parts *w)
{
  const struct tn_call *call = w->p.r->call;
  return tn_absolute(call, tn_fold_partner(tn_relative(call, call->rank)));
}

/* Two messages at most from one rank to another: on the way in and out. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 2 };
}

static void begin(struct parts *w, struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  *w = (struct parts){ .e = tn_knomial_exchange_of_parts(call) };
  const size_t most = (size_t)w->e.radix * (size_t)(w->e.n_levels + 1);
  tn_p2p_begin(&w->p, r, use_of(call));
  w->number = tn_fold_number(&w->e.fold, tn_relative(call, call->rank));
  w->sends = calloc(most, sizeof *w->sends);
  w->receives = calloc(most, sizeof *w->receives);
  if (!w->sends || !w->receives)
    abort();
}

static void finish(struct parts *w)
{
  free(w->sends);
  free(w->receives);
  tn_p2p_end(&w->p);
}

static void send_part(struct parts *w, int to, struct tn_span own)
{
  tn_isend(&w->p, &w->sends[w->n_sends++], to, own);
}

static void receive_part(struct parts *w, struct tn_span own, struct tn_span theirs)
{
  tn_irecv(&w->p, &w->receives[w->n_receives++], own, theirs);
}

static void wait_for_receives(struct parts *w)
{
  tn_request_wait_all(&w->p, w->n_receives, w->receives);
  w->n_receives = 0;
}

static void wait_for_all(struct parts *w)
{
  wait_for_receives(w);
  tn_request_wait_all(&w->p, w->n_sends, w->sends);
  w->n_sends = 0;
}

/* The range that a number's group divides at a level: what is left of the vector by the levels
 * before. */
static struct tn_elements range_at(const struct parts *w, int number, int level)
{
  struct tn_elements range = { 0, n_elements(w->p.r->call) };
  for (int i = 0; i < level; i++) {
    const struct tn_exchange_group group = tn_exchange_group(&w->e, number, i);
    range = tn_elements_piece(range, (size_t)group.size, (size_t)group.own);
  }
  return range;
}

static struct tn_elements part_of(const struct parts *w, const struct tn_exchange_group *group,
                                  int level, int place)
{
  return tn_elements_piece(range_at(w, group->first, level), (size_t)group->size, (size_t)place);
}

static struct tn_span span_of(const struct parts *w, int rank, enum tn_buf buf,
                              struct tn_elements range)
{
  const size_t size = tn_element_size(w->p.r->call);
  return (struct tn_span){ rank, buf, range.first * size, range.n * size };
}

/* Where a rank sums up, or has what it was sent. */
static enum tn_buf sum_of(const struct tn_call *call, int rank)
{
  return tn_call_has_result(call, rank) ? TN_RECV : TN_TEMP;
}

static enum tn_buf held_at(const struct parts *w, int rank, int level)
{
  const struct tn_call *call = w->p.r->call;
  return level == 0 && !is_paired(w, rank) ? tn_contribution(call, rank) : sum_of(call, rank);
}

static struct tn_elements whole(const struct parts *w)
{
  return range_at(w, 0, 0);
}

/* Scratch for what comes from others, behind the sum. */
static struct tn_span beside(const struct parts *w, size_t first, size_t n)
{
  const struct tn_call *call = w->p.r->call;
  struct tn_span span = span_of(w, call->rank, TN_TEMP, (struct tn_elements){ first, n });
  span.off += sum_of(call, call->rank) == TN_TEMP ? call->block : 0;
  return span;
}

static void add_parts(struct parts *w, int level, struct tn_elements own, int n)
{
  struct tn_strand *r = w->p.r;
  const int rank = r->call->rank;
  const struct tn_span sum = span_of(w, rank, sum_of(r->call, rank), own);
  const struct tn_span left = span_of(w, rank, held_at(w, rank, level), own);
  tn_reduce_row(r, sum, left, beside(w, 0, own.n), n);
}

static void reduce_scatter(struct parts *w)
{
  const int rank = w->p.r->call->rank;
  for (int level = 0; level < w->e.n_levels; level++) {
    const struct tn_exchange_group group = tn_exchange_group(&w->e, w->number, level);
    const struct tn_elements own = part_of(w, &group, level, group.own);
    for (int i = 1; i < group.size; i++) {
      const int place = (group.own + i) % group.size;
      send_part(w, rank_of(w, group.first + place * group.stride),
                span_of(w, rank, held_at(w, rank, level), part_of(w, &group, level, place)));
    }
    for (int i = 1; i < group.size; i++) {
      const int place = (group.own + i) % group.size;
      const int peer = rank_of(w, group.first + place * group.stride);
      receive_part(w, beside(w, (size_t)(i - 1) * own.n, own.n),
                   span_of(w, peer, held_at(w, peer, level), own));
    }
    wait_for_all(w);
    add_parts(w, level, own, group.size - 1);
  }
}

/* Whether a number gets a part from a peer in the allgather: of a bcast not what it has already. */
static bool gets_from(const struct parts *w, int number, int peer)
{
  return w->p.r->call->collective != TN_BCAST ||
         tn_exchange_last_level(&w->e, peer) <= tn_exchange_last_level(&w->e, number);
}

static void allgather(struct parts *w)
{
  const int rank = w->p.r->call->rank;
  for (int level = w->e.n_levels - 1; level >= 0; level--) {
    const struct tn_exchange_group group = tn_exchange_group(&w->e, w->number, level);
    for (int place = group.size - 1; place >= 0; place--) {
      const int peer = group.first + place * group.stride;
      if (peer != w->number && gets_from(w, peer, w->number))
        send_part(w, rank_of(w, peer),
                  span_of(w, rank, TN_RECV, part_of(w, &group, level, group.own)));
    }
    for (int place = 0; place < group.size; place++) {
      const int peer = group.first + place * group.stride;
      const struct tn_elements part = part_of(w, &group, level, place);
      if (peer != w->number && gets_from(w, w->number, peer))
        receive_part(w, span_of(w, rank, TN_RECV, part),
                     span_of(w, rank_of(w, peer), TN_RECV, part));
    }
    wait_for_receives(w);
  }
}

/* Up to the first level, from the last, at which the number is not the first of its group. */
static void gather(struct parts *w)
{
  const struct tn_call *call = w->p.r->call;
  for (int level = w->e.n_levels - 1; level >= 0; level--) {
    const struct tn_exchange_group group = tn_exchange_group(&w->e, w->number, level);
    if (tn_exchange_last_level(&w->e, w->number) > level)
      return;
    for (int place = 1; place < group.size && group.own == 0; place++) {
      const struct tn_elements part = part_of(w, &group, level, place);
      const int peer = rank_of(w, group.first + place * group.stride);
      receive_part(w, span_of(w, call->rank, sum_of(call, call->rank), part),
                   span_of(w, peer, sum_of(call, peer), part));
    }
    if (group.own > 0)
      send_part(
          w, rank_of(w, group.first),
          span_of(w, call->rank, sum_of(call, call->rank), part_of(w, &group, level, group.own)));
    wait_for_all(w);
  }
}

/* A number has its range once it got it at its last level, and gives of it from then on. */
static void scatter(struct parts *w)
{
  const int rank = w->p.r->call->rank, last = tn_exchange_last_level(&w->e, w->number);
  for (int level = last < 0 ? 0 : last; level < w->e.n_levels; level++) {
    const struct tn_exchange_group group = tn_exchange_group(&w->e, w->number, level);
    for (int place = group.size - 1; place > 0 && level > last; place--)
      send_part(w, rank_of(w, group.first + place * group.stride),
                span_of(w, rank, TN_RECV, part_of(w, &group, level, place)));
    if (level == last) {
      const struct tn_elements own = part_of(w, &group, level, group.own);
      receive_part(w, span_of(w, rank, TN_RECV, own),
                   span_of(w, rank_of(w, group.first), TN_RECV, own));
    }
    wait_for_all(w);
  }
}

/* The vector of the one that is left out, on the way in. */
static void take_partners(struct parts *w)
{
  struct tn_strand *r = w->p.r;
  const int rank = r->call->rank, partner = partner_of(w);
  const struct tn_span taken = beside(w, 0, whole(w).n);
  tn_recv(&w->p, taken, span_of(w, partner, tn_contribution(r->call, partner), whole(w)));
  tn_reduce_two(r, span_of(w, rank, sum_of(r->call, rank), whole(w)),
                span_of(w, rank, tn_contribution(r->call, rank), whole(w)), taken);
}

static void give_vector(struct parts *w)
{
  const struct tn_call *call = w->p.r->call;
  if (w->number < 0)
    send_part(w, partner_of(w),
              span_of(w, call->rank, tn_contribution(call, call->rank), whole(w)));
  else if (is_paired(w, call->rank))
    take_partners(w);
}

/* The result from the one that went on. */
static void give_result(struct parts *w)
{
  const struct tn_call *call = w->p.r->call;
  const int partner = partner_of(w);
  if (w->number < 0)
    receive_part(w, span_of(w, call->rank, TN_RECV, whole(w)),
                 span_of(w, partner, TN_RECV, whole(w)));
  else if (is_paired(w, call->rank))
    send_part(w, partner, span_of(w, call->rank, TN_RECV, whole(w)));
}

static void sra(struct tn_strand *r)
{
  struct parts w;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&w, r);
  give_vector(&w);
  if (w.number >= 0) {
    reduce_scatter(&w);
    allgather(&w);
  }
  give_result(&w);
  wait_for_all(&w);
  finish(&w);
}

static void srg(struct tn_strand *r)
{
  struct parts w;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&w, r);
  give_vector(&w);
  if (w.number >= 0) {
    reduce_scatter(&w);
    gather(&w);
  }
  wait_for_all(&w);
  finish(&w);
}

static void sag(struct tn_strand *r)
{
  struct parts w;
  begin(&w, r);
  if (w.number >= 0) {
    scatter(&w);
    allgather(&w);
  }
  give_result(&w);
  wait_for_all(&w);
  finish(&w);
}

/* The parts that a rank receives at one level are no longer than the vector. */
static struct tn_sizes scratch_of_sum(const struct tn_call *call)
{
  const size_t sum = tn_call_has_result(call, call->rank) ? 0 : call->block;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? sum + call->block : 0,
                            .shared = tn_p2p_shared(call, use_of(call)) };
}

static struct tn_sizes scratch_of_bcast(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_of(call)) };
}

const struct tn_algorithm tn_allreduce_sra_knomial = {
  .collective = TN_ALLREDUCE,
  .name = "sra-knomial",
  .summary = "groups of radix ranks scatter and add parts, level above level, then gather them",
  .source = "UCC, tl/ucp/allreduce/allreduce_sra_knomial.c",
  .ucc = "sra_knomial",
  TN_MESSAGES,
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
  .scratch = scratch_of_sum,
  .form = tn_knomial_form_parts,
  .run = sra,
};

const struct tn_algorithm tn_reduce_srg_knomial = {
  .collective = TN_REDUCE,
  .name = "srg-knomial",
  .summary =
      "groups of radix ranks scatter and add parts, level above level; the root gathers them",
  .source = "UCC, tl/ucp/reduce/reduce_srg_knomial.c",
  .ucc = "srg",
  TN_MESSAGES,
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = scratch_of_sum,
  .form = tn_knomial_form_parts,
  .run = srg,
};

const struct tn_algorithm tn_bcast_sag_knomial = {
  .collective = TN_BCAST,
  .name = "sag-knomial",
  .summary = "parts down groups of radix ranks, level above level, then exchanged in the groups",
  .source = "UCC, tl/ucp/bcast/bcast_sag_knomial.c",
  .ucc = "sag_knomial",
  TN_MESSAGES,
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
  .scratch = scratch_of_bcast,
  .form = tn_knomial_form_parts,
  .run = sag,
};
