#include "knomial_talk.h"

#include "algos/kit/reduction.h"
#include "base/grown.h"

void tn_talk_begin(struct tn_talk *t, struct tn_p2p *p, struct tn_exchange e)
{
  const struct tn_call *call = p->r->call;
  const size_t most = (size_t)e.radix * (size_t)(e.n_levels + 1);
  *t = (struct tn_talk){ .p = p,
                         .e = e,
                         .number = tn_fold_number(&e.fold, tn_relative(call, call->rank)),
                         .sends = tn_zeros(most, sizeof *t->sends),
                         .receives = tn_zeros(most, sizeof *t->receives) };
}

void tn_talk_finish(struct tn_talk *t)
{
  free(t->sends);
  free(t->receives);
}

int tn_talk_rank(const struct tn_talk *t, int number)
{
  return tn_absolute(t->p->r->call, tn_fold_rank(&t->e.fold, number));
}

bool tn_talk_pairs(const struct tn_talk *t, int rank)
{
  return tn_fold_pairs(&t->e.fold, tn_relative(t->p->r->call, rank));
}

int tn_talk_partner(const struct tn_talk *t)
{
  const struct tn_call *call = t->p->r->call;
  return tn_absolute(call, tn_fold_partner(tn_relative(call, call->rank)));
}

void tn_talk_send(struct tn_talk *t, int to, struct tn_span own)
{
  tn_isend(t->p, &t->sends[t->n_sends++], to, own);
}

void tn_talk_receive(struct tn_talk *t, struct tn_span own, struct tn_span theirs)
{
  tn_irecv(t->p, &t->receives[t->n_receives++], own, theirs);
}

void tn_talk_wait_for_receives(struct tn_talk *t)
{
  tn_request_wait_all(t->p, t->n_receives, t->receives);
  t->n_receives = 0;
}

void tn_talk_wait(struct tn_talk *t)
{
  tn_talk_wait_for_receives(t);
  tn_request_wait_all(t->p, t->n_sends, t->sends);
  t->n_sends = 0;
}

int tn_talk_in_group(struct tn_talk *t, int level, tn_talk_sent *sent, tn_talk_landing *landing)
{
  const int own = t->number;
  int n = 0;
  for (int i = 0, to; (to = tn_exchange_peer(&t->e, own, level, i)) >= 0; i++)
    tn_talk_send(t, tn_talk_rank(t, to), sent(t, level, own, to));
  for (int from; (from = tn_exchange_peer(&t->e, own, level, n)) >= 0; n++)
    tn_talk_receive(t, landing(t, level, from, n), sent(t, level, from, own));
  tn_talk_wait_for_receives(t);
  return n;
}

void tn_talk_give_vector(struct tn_talk *t, enum tn_buf sum, size_t landing)
{
  const struct tn_call *call = t->p->r->call;
  const int partner = tn_talk_partner(t);
  const struct tn_span own = tn_own_vector(call);
  const struct tn_span taken = { own.rank, TN_TEMP, landing, own.len };
  if (t->number < 0) {
    tn_talk_send(t, partner, own);
  } else if (tn_talk_pairs(t, own.rank)) {
    tn_recv(t->p, taken, (struct tn_span){ partner, tn_contribution(call, partner), 0, own.len });
    tn_reduce_two(t->p->r, (struct tn_span){ own.rank, sum, 0, own.len }, own, taken);
  }
}

void tn_talk_give_result(struct tn_talk *t, tn_talk_result *result)
{
  const int rank = t->p->r->call->rank, partner = tn_talk_partner(t);
  if (t->number < 0)
    tn_talk_receive(t, result(t, rank), result(t, partner));
  else if (tn_talk_pairs(t, rank))
    tn_talk_send(t, partner, result(t, rank));
}
