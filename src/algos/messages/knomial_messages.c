#include "knomial_messages.h"

#include "algos/kit/reduction.h"
#include "base/grown.h"

void tn_exchange_begin(struct tn_exchange_state *t, struct tn_p2p *p, struct tn_exchange e)
{
  const struct tn_call *call = p->r->call;
  const size_t most = (size_t)e.radix * (size_t)(e.n_levels + 1);
  *t = (struct tn_exchange_state){ .p = p,
                                   .e = e,
                                   .number = tn_fold_number(&e.fold, tn_relative(call, call->rank)),
                                   .sends = tn_zeros(most, sizeof *t->sends),
                                   .receives = tn_zeros(most, sizeof *t->receives) };
}

void tn_exchange_finish(struct tn_exchange_state *t)
{
  free(t->sends);
  free(t->receives);
}

int tn_exchange_rank(const struct tn_exchange_state *t, int number)
{
  return tn_absolute(t->p->r->call, tn_fold_rank(&t->e.fold, number));
}

bool tn_exchange_pairs(const struct tn_exchange_state *t, int rank)
{
  return tn_fold_pairs(&t->e.fold, tn_relative(t->p->r->call, rank));
}

int tn_exchange_partner(const struct tn_exchange_state *t)
{
  const struct tn_call *call = t->p->r->call;
  return tn_absolute(call, tn_fold_partner(tn_relative(call, call->rank)));
}

void tn_exchange_send(struct tn_exchange_state *t, int to, struct tn_span own)
{
  tn_isend(t->p, &t->sends[t->n_sends++], to, own);
}

void tn_exchange_receive(struct tn_exchange_state *t, struct tn_span own, struct tn_span theirs)
{
  tn_irecv(t->p, &t->receives[t->n_receives++], own, theirs);
}

void tn_exchange_wait_for_receives(struct tn_exchange_state *t)
{
  tn_request_wait_all(t->p, t->n_receives, t->receives);
  t->n_receives = 0;
}

void tn_exchange_wait(struct tn_exchange_state *t)
{
  tn_exchange_wait_for_receives(t);
  tn_request_wait_all(t->p, t->n_sends, t->sends);
  t->n_sends = 0;
}

int tn_exchange_with_group(struct tn_exchange_state *t, int level, tn_exchange_source *sent,
                           tn_exchange_target *receive_span)
{
  const int own = t->number;
  int n = 0;
  for (int i = 0, to; (to = tn_exchange_peer(&t->e, own, level, i)) >= 0; i++)
    tn_exchange_send(t, tn_exchange_rank(t, to), sent(t, level, own, to));
  for (int from; (from = tn_exchange_peer(&t->e, own, level, n)) >= 0; n++)
    tn_exchange_receive(t, receive_span(t, level, from, n), sent(t, level, from, own));
  tn_exchange_wait_for_receives(t);
  return n;
}

void tn_exchange_send_vector(struct tn_exchange_state *t, enum tn_buf sum, size_t receive_span)
{
  const struct tn_call *call = t->p->r->call;
  const int partner = tn_exchange_partner(t);
  const struct tn_span own = tn_own_vector(call);
  const struct tn_span taken = { own.rank, TN_TEMP, receive_span, own.len };
  if (t->number < 0) {
    tn_exchange_send(t, partner, own);
  } else if (tn_exchange_pairs(t, own.rank)) {
    tn_recv(t->p, taken, (struct tn_span){ partner, tn_contribution(call, partner), 0, own.len });
    tn_reduce_two(t->p->r, (struct tn_span){ own.rank, sum, 0, own.len }, own, taken);
  }
}

void tn_exchange_send_result(struct tn_exchange_state *t, tn_exchange_result *result)
{
  const int rank = t->p->r->call->rank, partner = tn_exchange_partner(t);
  if (t->number < 0)
    tn_exchange_receive(t, result(t, rank), result(t, partner));
  else if (tn_exchange_pairs(t, rank))
    tn_exchange_send(t, partner, result(t, rank));
}
