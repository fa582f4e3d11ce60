/* Recursive k-ing of UCC (tl/ucp, src/coll_patterns/recursive_knomial.h): barrier, allreduce,
 * allgather and, for blocks without gaps between them, allgatherv `knomial`.
 *
 * At each level the ranks of a group of `radix` all exchange with each other, neighbours first
 * (kit/exchange.h). Ranks beyond the groups give what they have to a neighbour before and get the
 * result from it after. A rank starts all messages of a level, sends before receives, and waits for
 * them; of an allgather for the receives only.
 *   T = ceil(log_k p) * alpha' for the barrier; allreduce: ceil(log_k p) levels of k - 1 vectors to
 *   and from each rank; allgather: p - 1 blocks in all. */
#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "knomial_forms.h"
#include "p2p.h"

enum { RADIX = TN_KNOMIAL_RADIX };

/* What a rank sends to a peer of its group and where the peer's lies: of the whole exchange up to
 * the level below `level`. */
typedef struct tn_span span_at(const struct tn_call *call, const struct tn_exchange *e, int number,
                               int level);

/* What a rank receives from the member at `place` goes to. */
typedef struct tn_span place_for(const struct tn_call *call, const struct tn_exchange *e,
                                 const struct tn_exchange_group *group, int place, int level);

/* The messages of one rank. */
struct talk {
  struct tn_p2p *p;
  const struct tn_exchange *e;
  int number;
  struct tn_request *sends, *receives; /* owned */
  int n_sends, n_receives;
};

static int peer_at(const struct talk *t, const struct tn_exchange_group *group, int place)
{
  return tn_fold_rank(&t->e->fold, group->first + place * group->stride);
}

static void send_to_group(struct talk *t, int level, span_at *held)
{
  const struct tn_exchange_group group = tn_exchange_group(t->e, t->number, level);
  for (int i = 1; i < group.size; i++)
    tn_isend(t->p, &t->sends[t->n_sends++], peer_at(t, &group, (group.own + i) % group.size),
             held(t->p->r->call, t->e, t->number, level));
}

static void receive_from_group(struct talk *t, int level, span_at *held, place_for *place)
{
  const struct tn_exchange_group group = tn_exchange_group(t->e, t->number, level);
  t->n_receives = 0;
  for (int i = 1; i < group.size; i++) {
    const int at = (group.own + i) % group.size;
    tn_irecv(t->p, &t->receives[t->n_receives++], place(t->p->r->call, t->e, &group, at, level),
             held(t->p->r->call, t->e, group.first + at * group.stride, level));
  }
  tn_request_wait_all(t->p, t->n_receives, t->receives);
}

static void wait_for_sends(struct talk *t)
{
  tn_request_wait_all(t->p, t->n_sends, t->sends);
  t->n_sends = 0;
}

static void talk_begin(struct talk *t, struct tn_p2p *p, const struct tn_exchange *e)
{
  const size_t most = (size_t)(e->radix - 1) * (size_t)(e->n_levels + 1);
  *t = (struct talk){ .p = p,
                      .e = e,
                      .number = tn_fold_number(&e->fold, p->r->call->rank),
                      .sends = calloc(most, sizeof *t->sends),
                      .receives = calloc(most, sizeof *t->receives) };
  if (!t->sends || !t->receives)
    abort();
}

static void talk_end(struct talk *t)
{
  free(t->sends);
  free(t->receives);
}

/* Runs `rounds` of a rank that takes part; another gives `given` to its partner and gets `result`,
 * which the partner has in the same place. The partner receives at `taken` and does `taken_up`
 * with it. */
struct part {
  struct tn_p2p_use (*use)(const struct tn_call *call);
  struct tn_span (*given)(const struct tn_call *call, int rank);
  struct tn_span (*taken)(const struct tn_call *call);
  struct tn_span (*result)(const struct tn_call *call, int rank);
  void (*take_up)(struct tn_strand *r); /* NULL: nothing to do */
  void (*rounds)(struct talk *t);
};

static void run_part(struct tn_strand *r, const struct part *part)
{
  const struct tn_call *call = r->call;
  const struct tn_exchange e = tn_knomial_exchange(call);
  const int rank = call->rank, partner = tn_fold_partner(rank);
  struct tn_p2p p;
  struct talk talk;
  tn_p2p_begin(&p, r, part->use(call));
  talk_begin(&talk, &p, &e);
  if (talk.number < 0) {
    tn_isend(&p, &talk.sends[0], partner, part->given(call, rank));
    tn_recv(&p, part->result(call, rank), part->result(call, partner));
    tn_request_wait(&p, &talk.sends[0]);
  } else {
    if (tn_fold_pairs(&e.fold, rank)) {
      tn_recv(&p, part->taken(call), part->given(call, partner));
      if (part->take_up)
        part->take_up(r);
    }
    part->rounds(&talk);
    if (tn_fold_pairs(&e.fold, rank))
      tn_isend(&p, &talk.sends[talk.n_sends++], partner, part->result(call, rank));
    wait_for_sends(&talk);
  }
  talk_end(&talk);
  tn_p2p_end(&p);
}

/* The barrier. */

static struct tn_span nothing(const struct tn_call *call, int rank)
{
  (void)call;
  return (struct tn_span){ .rank = rank, .buf = TN_SEND };
}

static struct tn_span nothing_taken(const struct tn_call *call)
{
  return nothing(call, call->rank);
}

static struct tn_span nothing_held(const struct tn_call *call, const struct tn_exchange *e,
                                   int number, int level)
{
  (void)level;
  return nothing(call, tn_fold_rank(&e->fold, number));
}

static struct tn_span place_for_nothing(const struct tn_call *call, const struct tn_exchange *e,
                                        const struct tn_exchange_group *group, int place, int level)
{
  (void)e, (void)group, (void)place, (void)level;
  return nothing(call, call->rank);
}

static struct tn_p2p_use barrier_use(const struct tn_call *call)
{
  (void)call;
  return (struct tn_p2p_use){ .largest = 0, .messages = 1 };
}

static void barrier_rounds(struct talk *t)
{
  for (int level = 0; level < t->e->n_levels; level++) {
    send_to_group(t, level, nothing_held);
    receive_from_group(t, level, nothing_held, place_for_nothing);
    wait_for_sends(t);
  }
}

static void barrier(struct tn_strand *r)
{
  const struct part part = { .use = barrier_use,
                             .given = nothing,
                             .taken = nothing_taken,
                             .result = nothing,
                             .rounds = barrier_rounds };
  run_part(r, &part);
}

static struct tn_sizes barrier_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, barrier_use(call)) };
}

/* The allreduce: sums in RECV, the group's vectors in scratch memory. */

static struct tn_p2p_use allreduce_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

static struct tn_span contributed(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, tn_contribution(call, rank), 0, call->block };
}

static struct tn_span summed(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, call->block };
}

static struct tn_span beside(const struct tn_call *call, int i)
{
  return (struct tn_span){ call->rank, TN_TEMP, (size_t)i * call->block, call->block };
}

static struct tn_span vector_taken(const struct tn_call *call)
{
  return beside(call, 0);
}

static void add_taken(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  tn_reduce_two(r, summed(call, call->rank), contributed(call, call->rank), beside(call, 0));
}

static struct tn_span vector_held(const struct tn_call *call, const struct tn_exchange *e,
                                  int number, int level)
{
  const int rank = tn_fold_rank(&e->fold, number);
  return level == 0 && !tn_fold_pairs(&e->fold, rank) ? contributed(call, rank)
                                                      : summed(call, rank);
}

static struct tn_span place_for_vector(const struct tn_call *call, const struct tn_exchange *e,
                                       const struct tn_exchange_group *group, int place, int level)
{
  (void)e, (void)level;
  return beside(call, (place - group->own + group->size) % group->size - 1);
}

static void allreduce_rounds(struct talk *t)
{
  struct tn_strand *r = t->p->r;
  const struct tn_call *call = r->call;
  for (int level = 0; level < t->e->n_levels; level++) {
    const struct tn_span left = vector_held(call, t->e, t->number, level);
    send_to_group(t, level, vector_held);
    receive_from_group(t, level, vector_held, place_for_vector);
    wait_for_sends(t);
    tn_reduce_row(r, summed(call, call->rank), left, beside(call, 0), t->n_receives);
  }
}

static void allreduce(struct tn_strand *r)
{
  const struct part part = { .use = allreduce_use,
                             .given = contributed,
                             .taken = vector_taken,
                             .result = summed,
                             .take_up = add_taken,
                             .rounds = allreduce_rounds };
  if (r->call->n_ranks == 1)
    tn_move_own_vector(r);
  else
    run_part(r, &part);
}

static struct tn_sizes allreduce_scratch(const struct tn_call *call)
{
  const size_t n = (size_t)tn_knomial_exchange(call).radix - 1;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? n * call->block : 0,
                            .shared = tn_p2p_shared(call, allreduce_use(call)) };
}

/* The allgather: a number holds the blocks of its groups so far, and of those whom they stand for. */

static struct tn_p2p_use allgather_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = tn_count_total(call), .messages = 1 };
}

static struct tn_span block_in_place(const struct tn_call *call, int rank)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block(&recv, rank, rank);
}

static struct tn_span block_taken(const struct tn_call *call)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block(&recv, call->rank, tn_fold_partner(call->rank));
}

static struct tn_span all_blocks(const struct tn_call *call, int rank)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block_range(&recv, rank, 0, call->n_ranks);
}

/* The blocks that a number has before a level, where `rank` keeps them. */
static struct tn_span blocks_at(const struct tn_call *call, const struct tn_exchange *e, int rank,
                                int number, int level)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  const struct tn_exchange_group group = tn_exchange_group(e, number, level);
  const int first = number / group.stride * group.stride, end = first + group.stride;
  const int from = tn_fold_first(&e->fold, first);
  const int to = end < e->fold.n_new ? tn_fold_first(&e->fold, end) : call->n_ranks;
  return tn_block_range(&recv, rank, from, to - from);
}

static struct tn_span blocks_held(const struct tn_call *call, const struct tn_exchange *e,
                                  int number, int level)
{
  return blocks_at(call, e, tn_fold_rank(&e->fold, number), number, level);
}

static struct tn_span place_for_blocks(const struct tn_call *call, const struct tn_exchange *e,
                                       const struct tn_exchange_group *group, int place, int level)
{
  return blocks_at(call, e, call->rank, group->first + place * group->stride, level);
}

static void allgather_rounds(struct talk *t)
{
  for (int level = 0; level < t->e->n_levels; level++) {
    send_to_group(t, level, blocks_held);
    receive_from_group(t, level, blocks_held, place_for_blocks);
  }
}

static void allgather(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct part part = { .use = allgather_use,
                             .given = block_in_place,
                             .taken = block_taken,
                             .result = all_blocks,
                             .rounds = allgather_rounds };
  if (!call->in_place)
    tn_move(r, block_in_place(call, call->rank),
            (struct tn_span){ call->rank, TN_SEND, 0, tn_count(call, call->rank) });
  run_part(r, &part);
}

static struct tn_sizes allgather_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, allgather_use(call)) };
}

#define KNOMIAL(of) .name = "knomial", .source = "UCC, tl/ucp/" of "_knomial.c", TN_MESSAGES

const struct tn_algorithm tn_barrier_knomial = {
  KNOMIAL("barrier/barrier"),
  .collective = TN_BARRIER,
  .summary = "groups of radix ranks all signal each other, level above level",
  .ucc = "knomial",
  .sizeless = true,
  .params = { [RADIX] = TN_RADIX_PARAM(8) },
  .scratch = barrier_scratch,
  .form = tn_knomial_form,
  .run = barrier,
};

const struct tn_algorithm tn_allreduce_knomial = {
  KNOMIAL("allreduce/allreduce"),
  .collective = TN_ALLREDUCE,
  .summary = "groups of radix ranks exchange whole vectors and add them, level above level",
  .ucc = "knomial",
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = allreduce_scratch,
  .form = tn_knomial_form,
  .run = allreduce,
};

const struct tn_algorithm tn_allgather_knomial = {
  KNOMIAL("allgather/allgather"),
  .collective = TN_ALLGATHER,
  .summary = "groups of radix ranks exchange all blocks that they have, level above level",
  .ucc = "knomial",
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
  .scratch = allgather_scratch,
  .form = tn_knomial_form_blocks,
  .run = allgather,
};

const struct tn_algorithm tn_allgatherv_knomial = {
  KNOMIAL("allgather/allgather"),
  .collective = TN_ALLGATHERV,
  .summary = "groups of radix ranks exchange all blocks that they have, level above level",
  .ucc = "knomial",
  .params = { [RADIX] = TN_RADIX_PARAM_AUTO },
  .scratch = allgather_scratch,
  .form = tn_knomial_form_blocks,
  .run = allgather,
};
