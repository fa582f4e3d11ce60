#include "p2p_steps.h"

#include <assert.h>

#include "algos/kit/basics.h"
#include "base/grown.h"
#include "p2p_far.h"
#include "p2p_slots.h"

enum { RENDEZVOUS = TN_P2P_RENDEZVOUS, ON_STREAM = TN_P2P_ON_STREAM };

static int line_announced(int to)
{
  return TN_LINE(2 * to);
}

static int line_taken(int from)
{
  return TN_LINE(2 * from + 1);
}

/* Returns the flag of a stream; no message of the rank to itself uses it. */
static int stream_flag(int own, int stream)
{
  return TN_LINE(2 * own) + 1 + stream - TN_P2P_STREAMS;
}

/* Returns the request that has the pair's next piece to announce (send) or to take; or NULL. */
static struct tn_request *turn_of(const struct tn_p2p *p, int peer, bool is_send)
{
  const struct tn_request *newest = p->pairs[peer].newest[is_send];
  return newest ? newest->after : NULL;
}

/* Returns true if it is the request's turn: pieces of a pair are announced and taken in order. A
 * slot's piece is taken after adapter or stream have read earlier ones, so that receives of a pair
 * complete in order. */
static bool is_its_turn(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send && !tn_p2p_is_rendezvous(q) && p->pairs[q->peer].reading > 0)
    return false;
  return turn_of(p, q->peer, q->is_send) == q;
}

static bool has_room(const struct tn_p2p *p, const struct tn_request *q)
{
  const uint32_t under_way = q->end - p->pairs[q->peer].freed;
  return tn_p2p_is_rendezvous(q) || under_way <= tn_p2p_depth(p, q->protocol);
}

struct tn_cond tn_p2p_condition(const struct tn_p2p *p, const struct tn_request *q)
{
  const int own = p->r->call->rank;
  if (q->protocol == ON_STREAM)
    return (struct tn_cond){ own, stream_flag(own, q->stream), q->last, .queued = false };
  if (tn_far_is(q->protocol))
    return tn_p2p_is_passive(p, q) ? tn_far_notice(p, q) : tn_far_step(p, q);
  const uint32_t n = q->end + 1 - q->next;
  if (!q->is_send && tn_p2p_is_passive(p, q))
    return (struct tn_cond){ own, line_taken(q->peer), q->end, .queued = false };
  if (!q->is_send)
    return (struct tn_cond){ q->peer, line_announced(own), q->end, .queued = true, .fragments = n };
  const bool is_notice = q->protocol == RENDEZVOUS || tn_p2p_is_passive(p, q);
  const uint32_t back = is_notice ? 0 : tn_p2p_depth(p, q->protocol);
  return (struct tn_cond){ q->peer, line_taken(own), q->end - back, .fragments = n };
}

void tn_p2p_look(struct tn_p2p *p, const struct tn_request *q)
{
  if (q->place < 0 || q->complete)
    return;
  const bool passive = tn_p2p_is_passive(p, q), is_due = passive && q->reports;
  if (passive ? is_due || q->wanted || !q->is_send : is_its_turn(p, q)) {
    struct tn_cond cond = tn_p2p_condition(p, q);
    cond.urgent = is_due;
    tn_waits_set(&p->waits, q->place, cond);
  } else {
    tn_waits_clear(&p->waits, q->place);
  }
}

/* Moves the waiting requests to the lowest places. */
static void close_gaps(struct tn_p2p *p)
{
  struct tn_waits *w = &p->waits;
  const int n = w->n;
  w->n = 0;
  w->is_known = false;
  for (int i = 0; i < n; i++)
    if (p->waiting[i]) {
      w->conds[w->n] = w->conds[i];
      p->waiting[w->n] = p->waiting[i];
      p->waiting[w->n]->place = w->n;
      w->n++;
    }
}

void tn_p2p_enlist(struct tn_p2p *p, struct tn_request *q)
{
  struct tn_waits *w = &p->waits;
  const int room = w->room;
  if (2 * p->n_waiting < w->n && w->n == room)
    close_gaps(p);
  q->place = tn_waits_add(w);
  if (w->room > room)
    p->waiting = tn_grown(p->waiting, (size_t)w->room, sizeof(struct tn_request *));
  p->waiting[q->place] = q;
  p->n_waiting++;
  tn_p2p_look(p, q);
}

void tn_p2p_report(struct tn_p2p *p, struct tn_request *q)
{
  struct tn_request **link = &p->report;
  while (*link)
    link = &(*link)->after;
  *link = q;
  q->after = NULL;
}

static void complete(struct tn_p2p *p, struct tn_request *q)
{
  q->complete = true;
  if (q->place >= 0) {
    tn_waits_clear(&p->waits, q->place);
    p->waiting[q->place] = NULL;
    p->n_waiting--;
  }
  if (p->n_waiting == 0)
    p->waits.n = 0;
  if (q->reports)
    tn_p2p_report(p, q);
}

/* Moves the request's piece: one or more fragments. */
static void move_piece(struct tn_p2p *p, const struct tn_request *q, struct tn_span dst,
                       struct tn_span src)
{
  const uint32_t n = q->end + 1 - q->next;
  if (n > 1)
    p->r->transport->software(p->r, TN_SOFTWARE_BUNDLE, q->peer, n);
  tn_move(p->r, dst, src);
}

static void send_piece(struct tn_p2p *p, const struct tn_request *q)
{
  const bool is_far = tn_far_is(q->protocol);
  if (is_far) {
    tn_far_send(p, q, p->pair_bytes);
  } else if (q->protocol != RENDEZVOUS) {
    const struct tn_span part = tn_p2p_part(p, q);
    move_piece(p, q, tn_p2p_slot(p, q, part.len), part);
  }
  if (!is_far)
    p->r->transport->post(p->r, line_announced(q->peer), q->end);
  p->pairs[q->peer].announced = q->end;
}

/* Copies the data of a rendezvous. Returns false if a stream copies them. */
static bool take_rendezvous(struct tn_p2p *p, const struct tn_request *q)
{
  const bool is_mapped = q->theirs.buf == TN_SHARED;
  if (!is_mapped)
    p->r->transport->attach(p->r, q->peer, q->theirs.buf);
  if (p->r->call->memory == TN_IN_DEVICE)
    p->r->transport->software(p->r, TN_SOFTWARE_COPY, q->peer, q->own.len);
  if (p->n_streams > 0)
    tn_enqueue(p->r, q->peer % p->n_streams, q->own, 1, &q->theirs,
               (struct tn_cond){ p->r->call->rank, line_taken(q->peer), q->end, .queued = false });
  else
    (is_mapped ? tn_move : tn_copy)(p->r, q->own, q->theirs);
  return p->n_streams == 0;
}

/* Copies the next piece out of its slots and frees these. In the real library, fragments free
 * their slots one by one, so that the sender refills the first slot during the next copy. To get
 * the same effect, a bundle of k fragments frees its slots when its copy begins. If it did at the
 * end, the ring would hold up to k - 1 fragments less, and data that just fit into a cache would
 * more rarely be found there. */
static void take_near(struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_span part = tn_p2p_part(p, q);
  const bool is_bundle = q->end > q->next;
  if (is_bundle)
    p->r->transport->post(p->r, line_taken(q->peer), q->end);
  if (q->protocol == RENDEZVOUS) {
    if (!take_rendezvous(p, q))
      return;
  } else if (q->is_late) {
    const struct tn_span aside = { q->own.rank, TN_TEMP, q->aside, part.len };
    tn_move(p->r, aside, tn_p2p_slot(p, q, part.len));
    tn_move(p->r, part, aside);
  } else {
    move_piece(p, q, part, tn_p2p_slot(p, q, part.len));
  }
  if (!is_bundle)
    p->r->transport->post(p->r, line_taken(q->peer), q->end);
}

static void take_piece(struct tn_p2p *p, const struct tn_request *q)
{
  const uint32_t first = q->last - tn_p2p_pieces(p, q->own.len, q->protocol) + 1;
  if (q->next == first)
    p->r->transport->software(p->r, TN_SOFTWARE_RECEIVE, q->peer,
                              tn_p2p_shared_bytes(q->protocol, q->own.len));
  if (tn_p2p_is_rendezvous(q))
    p->r->transport->software(p->r, TN_SOFTWARE_HANDSHAKE, q->peer, 0);
  if (q->next == first && q->protocol != RENDEZVOUS && q->own.len > 0 && p->r->transport->message)
    p->r->transport->message(p->r, q->peer);
  if (tn_far_is(q->protocol))
    tn_far_take(p, q, p->pair_bytes);
  else
    take_near(p, q);
  p->pairs[q->peer].taken = q->end;
  p->pairs[q->peer].reading += tn_p2p_needs_notice(p, q);
}

/* Ends a request's turn after its last piece; then it is the turn of the pair's next request. */
static void pass_turn(struct tn_p2p *p, struct tn_request *q)
{
  struct tn_request **newest = &p->pairs[q->peer].newest[q->is_send];
  assert((*newest)->after == q);
  (*newest)->after = q->after;
  if (*newest == q)
    *newest = NULL;
}

static void step(struct tn_p2p *p, struct tn_request *q)
{
  const bool notified = tn_p2p_is_passive(p, q);
  if (notified && q->is_send && q->reports && p->pairs[q->peer].freed < q->end)
    p->pairs[q->peer].freed = q->end;
  if (notified && !q->is_send && q->protocol != ON_STREAM)
    p->pairs[q->peer].reading--;
  if (!notified && q->is_send)
    send_piece(p, q);
  else if (!notified)
    take_piece(p, q);
  if (!notified && q->end == q->last)
    pass_turn(p, q);
  if (!notified && tn_p2p_is_passive(p, q))
    return;
  if (q->end == q->last)
    complete(p, q);
  else
    tn_p2p_begin_piece(p, q, q->end + 1);
}

void tn_p2p_push_sends(struct tn_p2p *p, int peer)
{
  struct tn_request *q;
  while ((q = turn_of(p, peer, true)) && has_room(p, q)) {
    step(p, q);
    tn_p2p_look(p, q);
  }
}

void tn_p2p_advance(struct tn_p2p *p, struct tn_request *q)
{
  const int peer = q->peer;
  const bool is_send = q->is_send;
  step(p, q);
  if (is_send)
    tn_p2p_push_sends(p, peer);
  tn_p2p_look(p, q);
  const struct tn_request *next = turn_of(p, peer, is_send);
  if (next && next != q)
    tn_p2p_look(p, next);
}

struct tn_cond tn_p2p_always(const struct tn_p2p *p, int peer)
{
  return (struct tn_cond){ .rank = p->r->call->rank, .slot = line_announced(peer) };
}

void tn_p2p_compute(struct tn_p2p *p)
{
  p->parts--;
  p->r->transport->compute(p->r, p->r->call->compute / p->r->call->entries);
}
