#include "p2p.h"

#include <assert.h>
#include <stdlib.h>

#include "algos/kit/basics.h"
#include "p2p_record.h"
#include "p2p_steps.h"

enum { EAGER = TN_P2P_EAGER, RENDEZVOUS = TN_P2P_RENDEZVOUS, FRAGMENTS = TN_P2P_FRAGMENTS };

void tn_p2p_begin(struct tn_p2p *p, struct tn_strand *r, struct tn_p2p_use use)
{
  use.is_blocking = use.is_blocking && r->call->entries == 0;
  *p = (struct tn_p2p){ .r = r,
                        .use = use,
                        .limits = tn_p2p_limits_of(r->call, use),
                        .pairs = r->call->pairs,
                        .parts = r->call->n_ranks > 1 ? r->call->entries : 0 };
  if (r->call->memory == TN_IN_DEVICE)
    p->n_streams = (int)p->limits.copy_streams;
  p->pair_bytes = tn_p2p_pair_bytes(&p->limits, use, tn_spans_nodes(r->call));
  tn_p2p_record_begin(p);
  for (int i = 0; i < r->call->n_ranks && r->call->meets; i++)
    if (p->pairs[i].freed != p->pairs[i].sent) /* most pairs are unused: do not write them */
      p->pairs[i].freed = p->pairs[i].sent;
}

void tn_p2p_end(struct tn_p2p *p)
{
  assert(p->n_waiting == 0 && !p->report);
  while (p->parts > 0)
    tn_p2p_compute(p);
  tn_waits_finish(&p->waits);
  free(p->waiting);
}

static uint8_t protocol_of(const struct tn_p2p *p, int peer, struct tn_span src)
{
  const size_t len = src.len;
  if (tn_far_peer(p->r->call, peer))
    return (uint8_t)tn_far_protocol(p, src);
  if (len <= p->limits.eager_limit)
    return EAGER;
  if (src.buf == TN_SHARED)
    return RENDEZVOUS;
  const enum tn_p2p_distance way = tn_p2p_distance_to(p->r->call, peer);
  return len <= tn_p2p_shared_limit(&p->limits, way) ? FRAGMENTS : RENDEZVOUS;
}

static void start(struct tn_p2p *p, struct tn_request *q, uint32_t *count)
{
  struct tn_request **newest = &p->pairs[q->peer].newest[q->is_send];
  assert(q->peer != p->r->call->rank);
  q->place = -1;
  q->protocol = protocol_of(p, q->peer, q->is_send ? q->own : q->theirs);
  const uint32_t first = *count + 1;
  q->last = *count += tn_p2p_pieces(p, q->own.len, q->protocol);
  tn_p2p_begin_piece(p, q, first);
  q->after = *newest ? (*newest)->after : q;
  if (*newest)
    (*newest)->after = q;
  *newest = q;
}

/* Starts a send: takes its software time, and does what needs no wait. */
static void start_send(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own,
                       bool is_synchronous)
{
  *q = (struct tn_request){
    .own = own, .peer = peer, .is_send = true, .is_synchronous = is_synchronous
  };
  if (tn_p2p_record_start(p, q))
    return;
  if (own.len > 0 && !p->use.is_blocking)
    p->r->transport->software(p->r, TN_SOFTWARE_REQUEST, peer, 0);
  p->r->transport->software(p->r, TN_SOFTWARE_SEND, peer,
                            tn_p2p_shared_bytes(protocol_of(p, peer, own), own.len));
  start(p, q, &p->pairs[peer].sent);
  if (p->limits.send_waits && !tn_far_is(q->protocol) && own.len > p->limits.inline_limit)
    q->is_synchronous = true;
  assert(!is_synchronous || q->protocol != TN_P2P_FAR_EAGER || p->use.is_synchronous);
  if (q->protocol == RENDEZVOUS)
    p->r->transport->expose_part(p->r, own);
  tn_p2p_push_sends(p, peer);
  if (!q->complete)
    tn_p2p_enlist(p, q);
}

void tn_isend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own)
{
  start_send(p, q, peer, own, false);
}

void tn_issend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own)
{
  start_send(p, q, peer, own, true);
}

void tn_irecv(struct tn_p2p *p, struct tn_request *q, struct tn_span own, struct tn_span theirs)
{
  assert(own.len == theirs.len);
  *q = (struct tn_request){ .own = own, .theirs = theirs, .peer = theirs.rank };
  if (tn_p2p_record_start(p, q))
    return;
  p->r->transport->software(p->r, TN_SOFTWARE_POST, q->peer, 0);
  start(p, q, &p->pairs[theirs.rank].expected);
  tn_p2p_enlist(p, q);
}

void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside)
{
  tn_irecv(p, q, own, theirs);
  if (tn_p2p_record_aside(p, aside) || q->protocol != EAGER || own.len == 0)
    return;
  const struct tn_cond conds[] = { tn_p2p_condition(p, q), tn_p2p_always(p, q->peer) };
  q->is_late = p->r->transport->wait_any(p->r, 2, conds) == 0;
  q->aside = aside;
}

void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src)
{
  const int own = p->r->call->rank;
  assert(stream >= TN_P2P_STREAMS && stream < TN_N_STREAMS);
  *q = (struct tn_request){
    .own = dst, .peer = own, .protocol = TN_P2P_ON_STREAM, .stream = stream
  };
  q->next = q->end = q->last = ++p->pairs[own].sent;
  tn_enqueue(p->r, stream, dst, n_src, src, tn_p2p_condition(p, q));
  tn_p2p_enlist(p, q);
}
