#include "p2p_record.h"

static bool records(const struct tn_p2p *p)
{
  return p->r->transport->record;
}

bool tn_p2p_record_start(struct tn_p2p *p, struct tn_request *q)
{
  if (!records(p))
    return false;
  const struct tn_span *a = &q->own, *b = &q->theirs;
  const size_t words[] = { TN_P2P_START,    q->is_send,      q->is_synchronous,
                           (size_t)q->peer, (size_t)a->rank, (size_t)a->buf,
                           a->off,          a->len,          (size_t)b->rank,
                           (size_t)b->buf,  b->off,          b->len };
  p->r->transport->record(p->r, (int)(sizeof words / sizeof *words), words);
  q->last = ++p->n_recorded;
  q->place = -1;
  q->complete = true;
  return true;
}

void tn_p2p_record_begin(struct tn_p2p *p)
{
  if (!records(p))
    return;
  const struct tn_p2p_limits *l = &p->limits;
  const size_t words[] = { TN_P2P_BEGIN,       p->pair_bytes,          l->eager_limit,
                           l->fragment_size,   l->rendezvous_limit,    l->blocking_limit,
                           l->eager_slots,     l->fragments_in_flight, l->far_eager_limit,
                           l->far_eager_slots, l->far_fragments_from,  l->single_copy[0],
                           l->single_copy[1],  l->single_copy[2],      l->bundles,
                           l->inline_limit,    l->send_waits };
  p->r->transport->record(p->r, (int)(sizeof words / sizeof *words), words);
}

bool tn_p2p_record_aside(struct tn_p2p *p, size_t aside)
{
  const size_t words[] = { TN_P2P_ASIDE, aside };
  if (!records(p))
    return false;
  p->r->transport->record(p->r, 2, words);
  return true;
}
