#include "round_messages.h"

#include "algos/kit/counts.h"
#include "base/grown.h"

struct tn_round_exchange tn_round_exchange_of(struct tn_p2p *p, const struct tn_blocks *blocks)
{
  return (struct tn_round_exchange){ .p = p,
                                     .message = p->entry->rounds,
                                     .posts = p->entry->posts,
                                     .n = p->r->call->n_ranks,
                                     .own = p->r->call->rank,
                                     .stride = 1,
                                     .blocks = blocks };
}

struct tn_round_exchange tn_round_exchange_folded(struct tn_p2p *p, int kept)
{
  struct tn_round_exchange c = tn_round_exchange_of(p, NULL);
  c.fold = tn_fold_of(c.n, kept);
  c.n = c.fold.n_new;
  c.own = tn_fold_number(&c.fold, c.own);
  c.first = tn_relative(p->r->call, 0);
  return c;
}

static int rank_of(const struct tn_round_exchange *c, int number)
{
  return tn_absolute(c->p->r->call, c->first + tn_fold_rank(&c->fold, number) * c->stride);
}

static struct tn_span part_at(const struct tn_round_exchange *c, int rank, int to,
                              struct tn_run part)
{
  const int n_ranks = c->p->r->call->n_ranks, from = c->first + part.first * c->stride;
  const int end = from + part.n * c->stride;
  return c->sent ? c->sent(c, rank, to, part)
                 : tn_block_range(c->blocks, rank, from, (end < n_ranks ? end : n_ranks) - from);
}

static bool is_omitted(const struct tn_round_exchange *c, size_t bytes)
{
  return c->posts & TN_POST_NO_EMPTY && tn_omits_message(c->p->r->call, bytes);
}

/* Begins the send or receive that `m` describes. Returns false if `m` has none or if it is omitted
 * because it is empty. */
static bool start(const struct tn_round_exchange *c, const struct tn_message *m, bool is_send,
                  struct tn_request *q)
{
  const int number = is_send ? m->to : m->from, rank = c->p->r->call->rank;
  if (number < 0)
    return false;
  const int peer = rank_of(c, number);
  const struct tn_span sent =
      is_send ? part_at(c, rank, peer, m->out) : part_at(c, peer, rank, m->in);
  if (is_omitted(c, sent.len))
    return false;
  if (is_send)
    tn_isend(c->p, q, peer, sent);
  else
    tn_irecv(c->p, q, c->into ? c->into(c, peer, rank, m->in) : part_at(c, rank, rank, m->in),
             sent);
  return true;
}

int tn_round_exchange_post(const struct tn_round_exchange *c, int round, int from, int end,
                           struct tn_request *q)
{
  const bool by_kind = c->posts & TN_POST_BY_KIND, sends_first = c->posts & TN_POST_SENDS_FIRST;
  struct tn_message m;
  int n = 0;
  for (int pass = 0; pass <= by_kind; pass++)
    for (int i = from; i < end && c->message(c->n, c->own, round, i, &m); i++)
      for (int k = 0; k < 2; k++)
        if (!by_kind || k == pass)
          n += start(c, &m, (k == 0) == sends_first, &q[n]);
  return n;
}

static void add_up(const struct tn_round_exchange *c, int round)
{
  const int rank = c->p->r->call->rank;
  struct tn_message m;
  for (int i = 0; c->message(c->n, c->own, round, i, &m); i++) {
    const struct tn_span sum = part_at(c, rank, rank, m.in);
    if (!is_omitted(c, sum.len))
      tn_reduce(c->p->r, sum, c->into(c, rank_of(c, m.from), rank, m.in));
  }
}

void tn_round_exchange_run(const struct tn_round_exchange *c)
{
  struct tn_message m;
  struct tn_request *q = tn_grown(NULL, 2 * (size_t)c->n, sizeof *q);
  for (int round = 0; c->message(c->n, c->own, round, 0, &m); round++) {
    tn_request_wait_all(c->p, tn_round_exchange_post(c, round, 0, c->n, q), q);
    if (c->adds)
      add_up(c, round);
  }
  free(q);
}

void tn_round_exchange_run_window(const struct tn_round_exchange *c, int64_t most)
{
  const int others = c->n - 1, window = most > 0 && most < others ? (int)most : others;
  struct tn_request *q = tn_grown(NULL, 2 * (size_t)c->n, sizeof *q);
  struct tn_message m;
  const int n = tn_round_exchange_post(c, 0, 0, window, q);
  int next[] = { window, window }; /* index of the next message to begin: [0] of the kind (send or
                                    * receive) that is posted first, [1] of the other kind */
  if (window == others)
    tn_request_wait_all(c->p, n, q);
  for (int left = window < others ? 2 * others : 0; left > 0; left--) {
    const int i = tn_request_wait_any(c->p, 2 * window, q), kind = i / window;
    const bool is_send = (kind == 0) == ((c->posts & TN_POST_SENDS_FIRST) != 0);
    if (!c->message(c->n, c->own, 0, next[kind]++, &m) || !start(c, &m, is_send, &q[i]))
      q[i].peer = -1;
  }
  free(q);
}

void tn_gather_in_rounds(struct tn_p2p *p)
{
  const struct tn_blocks recv = tn_blocks_of(p->r->call, TN_RECV);
  const struct tn_round_exchange c = tn_round_exchange_of(p, &recv);
  tn_gathered_move_own(p->r);
  tn_round_exchange_run(&c);
}
