#include "p2p.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "algos/kit/basics.h"
#include "base/grown.h"
#include "p2p_far.h"
#include "p2p_slots.h"

enum {
  EAGER = TN_P2P_EAGER,
  RENDEZVOUS = TN_P2P_RENDEZVOUS,
  FRAGMENTS = TN_P2P_FRAGMENTS,
  ON_STREAM = TN_P2P_ON_STREAM
};

static int line_announced(int to)
{
  return TN_LINE(2 * to);
}

static int line_taken(int from)
{
  return TN_LINE(2 * from + 1);
}

/* Returns a flag that messages of the rank to itself do not use. */
static int stream_flag(int own, int stream)
{
  return TN_LINE(2 * own) + 1 + stream - TN_P2P_STREAMS;
}

static bool p2p_records(const struct tn_p2p *p)
{
  return p->r->transport->record;
}

/* Records a step with n requests if the transport records; skips requests with peer -1. */
static void record_step(struct tn_p2p *p, enum tn_p2p_recorded step, int n,
                        const struct tn_request *q)
{
  size_t words[] = { step, 0 };
  if (!p2p_records(p))
    return;
  for (int i = 0; i < n; i++)
    words[1] = 31 * words[1] + (q[i].peer >= 0 ? q[i].last : 0);
  p->r->transport->record(p->r, 2, words);
}

/* Records the start of a request and stores its number in `last` if the transport records. Returns
 * false if the request must be carried out. */
static bool record_start(struct tn_p2p *p, struct tn_request *q)
{
  if (!p2p_records(p))
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

/* Records the common properties of the call's messages. */
static void record_begin(struct tn_p2p *p)
{
  const struct tn_p2p_limits *l = &p->limits;
  const size_t words[] = { TN_P2P_BEGIN,       p->pair_bytes,          l->eager_limit,
                           l->fragment_size,   l->rendezvous_limit,    l->blocking_limit,
                           l->eager_slots,     l->fragments_in_flight, l->far_eager_limit,
                           l->far_eager_slots, l->far_fragments_from,  l->single_copy[0],
                           l->single_copy[1],  l->single_copy[2],      l->bundles,
                           l->inline_limit,    l->send_waits };
  p->r->transport->record(p->r, (int)(sizeof words / sizeof *words), words);
}

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
  if (p2p_records(p))
    record_begin(p);
  for (int i = 0; i < r->call->n_ranks && r->call->meets; i++)
    if (p->pairs[i].freed != p->pairs[i].sent) /* only a few of many ranks have had messages */
      p->pairs[i].freed = p->pairs[i].sent;
}

/* Computes a part of the computation, if any is left. */
static bool computes_on(struct tn_p2p *p)
{
  if (p->parts == 0)
    return false;
  p->parts--;
  p->r->transport->compute(p->r, p->r->call->compute / p->r->call->entries);
  return true;
}

void tn_p2p_end(struct tn_p2p *p)
{
  assert(p->n_waiting == 0 && !p->report);
  while (computes_on(p))
    continue;
  tn_waits_finish(&p->waits);
  free(p->waiting);
}

/* Returns the protocol of a message that is read from `src`. */
static uint8_t protocol_of(const struct tn_p2p *p, int peer, struct tn_span src)
{
  const size_t len = src.len;
  if (tn_far_peer(p->r->call, peer))
    return (uint8_t)tn_far_protocol(p, src);
  if (len <= p->limits.eager_limit)
    return EAGER;
  if (src.buf == TN_SHARED)
    return RENDEZVOUS;
  const enum tn_p2p_way way = tn_p2p_way_to(p->r->call, peer);
  return len <= tn_p2p_shared_limit(&p->limits, way) ? FRAGMENTS : RENDEZVOUS;
}

static size_t shared_bytes(int protocol, size_t len)
{
  return protocol == RENDEZVOUS || tn_far_is(protocol) ? 0 : len;
}

/* Returns true for a rendezvous: the receiver copies the bytes or lets its adapter read them. */
static bool is_rendezvous(const struct tn_request *q)
{
  return q->protocol == RENDEZVOUS || q->protocol == TN_P2P_FAR_RENDEZVOUS;
}

/* Returns true for a send that is complete only when the peer has taken the current piece, and for
 * a receive that an adapter or a device carries out. */
static bool needs_notice(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send)
    return q->protocol == TN_P2P_FAR_RENDEZVOUS || (q->protocol == RENDEZVOUS && p->n_streams > 0);
  return is_rendezvous(q) || (q->is_synchronous && q->end == q->last);
}

/* Returns true if only the notice is missing. */
static bool is_passive(const struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_p2p_pair *pair = &p->pairs[q->peer];
  if (q->protocol == ON_STREAM)
    return true;
  return needs_notice(p, q) && (q->is_send ? pair->announced : pair->taken) >= q->next;
}

/* Returns the request with the pair's next piece to announce or to take; or NULL. */
static struct tn_request *turn_of(const struct tn_p2p *p, int peer, bool is_send)
{
  const struct tn_request *newest = p->pairs[peer].newest[is_send];
  return newest ? newest->after : NULL;
}

/* Returns true if the request is the next of its pair: pieces are announced and taken in order. A
 * rank takes a piece from a slot only after its adapter or stream has read the earlier ones, so
 * that all receives of a pair complete in order. */
static bool is_its_turn(const struct tn_p2p *p, const struct tn_request *q)
{
  if (!q->is_send && !is_rendezvous(q) && p->pairs[q->peer].reading > 0)
    return false;
  return turn_of(p, q->peer, q->is_send) == q;
}

/* Returns true if a send has a free slot without waiting for the receiver. */
static bool has_room(const struct tn_p2p *p, const struct tn_request *q)
{
  const uint32_t under_way = q->end - p->pairs[q->peer].freed;
  return is_rendezvous(q) || under_way <= tn_p2p_depth(p, q->protocol);
}

/* Returns the condition of the request's next step. A send that has a free slot does not wait for
 * one. */
static struct tn_cond condition(const struct tn_p2p *p, const struct tn_request *q)
{
  const int own = p->r->call->rank;
  if (q->protocol == ON_STREAM)
    return (struct tn_cond){ own, stream_flag(own, q->stream), q->last, .queued = false };
  if (tn_far_is(q->protocol))
    return is_passive(p, q) ? tn_far_notice(p, q) : tn_far_step(p, q);
  const uint32_t n = q->end + 1 - q->next;
  if (!q->is_send && is_passive(p, q))
    return (struct tn_cond){ own, line_taken(q->peer), q->end, .queued = false };
  if (!q->is_send)
    return (struct tn_cond){ q->peer, line_announced(own), q->end, .queued = true, .fragments = n };
  const bool is_notice = q->protocol == RENDEZVOUS || is_passive(p, q);
  const uint32_t back = is_notice ? 0 : tn_p2p_depth(p, q->protocol);
  return (struct tn_cond){ q->peer, line_taken(own), q->end - back, .fragments = n };
}

/* Sets the condition that the request waits for now; it has no condition before its turn. A notice
 * that the rank does not wait for has no condition either: a single condition is then more
 * frequent, and waiting for one is free. Notices to report are urgent: the answer to one may be a
 * send, which takes less time than a copy. */
static void look(struct tn_p2p *p, const struct tn_request *q)
{
  if (q->place < 0 || q->complete)
    return;
  const bool passive = is_passive(p, q), is_due = passive && q->reports;
  if (passive ? is_due || q->wanted || !q->is_send : is_its_turn(p, q)) {
    struct tn_cond cond = condition(p, q);
    cond.urgent = is_due;
    tn_waits_set(&p->waits, q->place, cond);
  } else {
    tn_waits_clear(&p->waits, q->place);
  }
}

static void want(struct tn_p2p *p, struct tn_request *q)
{
  if (!q->wanted) {
    q->wanted = true;
    look(p, q);
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

/* Assigns a place to the newest request. */
static void enlist(struct tn_p2p *p, struct tn_request *q)
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
  look(p, q);
}

static void append(struct tn_request **link, struct tn_request *q)
{
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
    append(&p->report, q);
}

/* Moves a piece of one or more fragments. */
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

/* Copies the data that the sender has announced. Returns false if a stream copies them. */
static bool take_rendezvous(struct tn_p2p *p, const struct tn_request *q)
{
  const bool is_mapped = q->theirs.buf == TN_SHARED;
  if (!is_mapped)
    p->r->transport->attach(p->r, q->peer, q->theirs.buf);
  if (p->r->call->memory == TN_IN_DEVICE)
    p->r->transport->software(p->r, TN_SOFTWARE_COPY, q->peer, q->own.len);
  if (p->n_streams > 0)
    tn_enqueue(p->r, q->peer % p->n_streams, q->own, 1, &q->theirs, line_taken(q->peer), q->end);
  else
    (is_mapped ? tn_move : tn_copy)(p->r, q->own, q->theirs);
  return p->n_streams == 0;
}

/* Copies the next piece from its slots and frees them. Fragments free their slots one after
 * another, so that the sender refills the first slot while the next fragment is copied. A bundle
 * therefore frees its slots when its copy begins: if it freed them at the end, the ring would hold
 * up to k - 1 fragments less, and ranks with data that just fit into a cache would find less of the
 * data in it. */
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
                              shared_bytes(q->protocol, q->own.len));
  if (is_rendezvous(q))
    p->r->transport->software(p->r, TN_SOFTWARE_HANDSHAKE, q->peer, 0);
  if (q->next == first && q->protocol != RENDEZVOUS && q->own.len > 0 && p->r->transport->message)
    p->r->transport->message(p->r, q->peer);
  if (tn_far_is(q->protocol))
    tn_far_take(p, q, p->pair_bytes);
  else
    take_near(p, q);
  p->pairs[q->peer].taken = q->end;
  p->pairs[q->peer].reading += needs_notice(p, q);
}

static void begin_piece(const struct tn_p2p *p, struct tn_request *q, uint32_t first)
{
  q->next = first;
  q->end = tn_p2p_piece_end(p, q);
}

/* Ends the request's turn after its last piece; the next request follows. */
static void pass_turn(struct tn_p2p *p, struct tn_request *q)
{
  struct tn_request **newest = &p->pairs[q->peer].newest[q->is_send];
  assert((*newest)->after == q);
  (*newest)->after = q->after;
  if (*newest == q)
    *newest = NULL;
}

/* Runs the step with the condition that holds. */
static void step(struct tn_p2p *p, struct tn_request *q)
{
  const bool notified = is_passive(p, q);
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
  if (!notified && is_passive(p, q))
    return;
  if (q->end == q->last)
    complete(p, q);
  else
    begin_piece(p, q, q->end + 1);
}

/* Continues sends to the peer that need no answer from it. */
static void push_sends(struct tn_p2p *p, int peer)
{
  struct tn_request *q;
  while ((q = turn_of(p, peer, true)) && has_room(p, q)) {
    step(p, q);
    look(p, q);
  }
}

/* Continues a request after its condition holds, and the requests that waited only for it. */
static void advance(struct tn_p2p *p, struct tn_request *q)
{
  const int peer = q->peer;
  const bool is_send = q->is_send;
  step(p, q);
  if (is_send)
    push_sends(p, peer);
  look(p, q);
  const struct tn_request *next = turn_of(p, peer, is_send);
  if (next && next != q)
    look(p, next);
}

static void start(struct tn_p2p *p, struct tn_request *q, uint32_t *count)
{
  struct tn_request **newest = &p->pairs[q->peer].newest[q->is_send];
  assert(q->peer != p->r->call->rank);
  q->place = -1;
  q->protocol = protocol_of(p, q->peer, q->is_send ? q->own : q->theirs);
  const uint32_t first = *count + 1;
  q->last = *count += tn_p2p_pieces(p, q->own.len, q->protocol);
  begin_piece(p, q, first);
  q->after = *newest ? (*newest)->after : q;
  if (*newest)
    (*newest)->after = q;
  *newest = q;
}

static void start_send(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own,
                       bool is_synchronous)
{
  *q = (struct tn_request){
    .own = own, .peer = peer, .is_send = true, .is_synchronous = is_synchronous
  };
  if (record_start(p, q))
    return;
  if (own.len > 0 && !p->use.is_blocking)
    p->r->transport->software(p->r, TN_SOFTWARE_REQUEST, peer, 0);
  p->r->transport->software(p->r, TN_SOFTWARE_SEND, peer,
                            shared_bytes(protocol_of(p, peer, own), own.len));
  start(p, q, &p->pairs[peer].sent);
  if (p->limits.send_waits && !tn_far_is(q->protocol) && own.len > p->limits.inline_limit)
    q->is_synchronous = true;
  assert(!is_synchronous || q->protocol != TN_P2P_FAR_EAGER || p->use.is_synchronous);
  if (q->protocol == RENDEZVOUS)
    p->r->transport->expose_part(p->r, own);
  push_sends(p, peer);
  if (!q->complete)
    enlist(p, q);
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
  if (record_start(p, q))
    return;
  p->r->transport->software(p->r, TN_SOFTWARE_POST, q->peer, 0);
  start(p, q, &p->pairs[theirs.rank].expected);
  enlist(p, q);
}

void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside)
{
  tn_irecv(p, q, own, theirs);
  if (p2p_records(p)) {
    const size_t words[] = { TN_P2P_ASIDE, aside };
    p->r->transport->record(p->r, 2, words);
    return;
  }
  if (q->protocol != EAGER || own.len == 0)
    return;
  const struct tn_cond conds[] = { condition(p, q),
                                   { .rank = p->r->call->rank, .slot = line_announced(q->peer) } };
  q->is_late = p->r->transport->wait_any(p->r, 2, conds) == 0;
  q->aside = aside;
}

void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src)
{
  const int own = p->r->call->rank;
  assert(stream >= TN_P2P_STREAMS && stream < TN_N_STREAMS);
  *q = (struct tn_request){ .own = dst, .peer = own, .protocol = ON_STREAM, .stream = stream };
  q->next = q->end = q->last = ++p->pairs[own].sent;
  tn_enqueue(p->r, stream, dst, n_src, src, stream_flag(own, stream), q->last);
  enlist(p, q);
}

/* Continues a request if possible; `any`: its peer. */
static bool advance_ready(struct tn_p2p *p, int any)
{
  const int n = tn_waits_list(&p->waits);
  p->waits.list[n] = (struct tn_cond){ .rank = p->r->call->rank, .slot = line_announced(any) };
  const int ready = p->r->transport->wait_any(p->r, n + 1, p->waits.list);
  if (ready == n)
    return false;
  advance(p, p->waiting[p->waits.places[ready]]);
  return true;
}

static int peer_of_oldest(const struct tn_p2p *p)
{
  int i = 0;
  while (!p->waiting[i])
    i++;
  return p->waiting[i]->peer;
}

/* A goal of a wait: `is_met` tests one of the n requests; `at` is the index of the first that does
 * not meet it. */
struct goal {
  struct tn_p2p *p;
  bool (*is_met)(struct goal *goal);
  struct tn_request *q;
  int n, at;
  enum tn_p2p_recorded step;
};

/* Continues the request at a place, as a step of tn_wait_each. */
static bool progress(void *data, int place)
{
  struct goal *goal = data;
  if (place >= 0)
    advance(goal->p, goal->p->waiting[place]);
  if (goal->is_met(goal))
    return false;
  assert(goal->p->waits.n_live > 0);
  return true;
}

/* Waits for a goal. If parts of a computation are left, the rank computes the next one when no
 * request can continue. It computes the first part immediately, since the operation that begins a
 * collective only starts its messages. */
static void reach(struct goal *goal)
{
  struct tn_p2p *p = goal->p;
  record_step(p, goal->step, goal->n, goal->q);
  while (p->parts > 0 && !goal->is_met(goal))
    if (p->parts == p->r->call->entries || !advance_ready(p, peer_of_oldest(p)))
      computes_on(p);
  tn_wait_each(p->r, &p->waits, progress, goal);
}

static bool is_complete(struct goal *goal)
{
  return goal->q->complete;
}

/* Returns true if all requests are complete except for notices. A request in this state stays in
 * it. */
static bool are_handed_over(struct goal *goal)
{
  const struct tn_request *q = goal->q;
  while (goal->at < goal->n && (q[goal->at].complete || is_passive(goal->p, &q[goal->at])))
    goal->at++;
  return goal->at == goal->n;
}

static bool is_any_complete(struct goal *goal)
{
  const struct tn_request *q = goal->q;
  int i = 0;
  while (i < goal->n && (q[i].peer < 0 || !q[i].complete))
    i++;
  goal->at = i;
  return i < goal->n;
}

static bool is_any_reported(struct goal *goal)
{
  return goal->p->report;
}

void tn_request_wait(struct tn_p2p *p, struct tn_request *q)
{
  want(p, q);
  reach(&(struct goal){ p, is_complete, q, 1, 0, TN_P2P_WAIT });
}

void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q)
{
  reach(&(struct goal){ p, are_handed_over, q, n, 0, TN_P2P_WAIT_ALL });
  for (int i = 0; i < n; i++)
    tn_request_wait(p, &q[i]);
}

int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q)
{
  struct goal goal = { p, is_any_complete, q, n, 0, TN_P2P_CHOICE };
  for (int i = 0; i < n; i++)
    if (q[i].peer >= 0)
      want(p, &q[i]);
  reach(&goal);
  return goal.at;
}

void tn_request_mark(struct tn_p2p *p, struct tn_request *q)
{
  q->wanted = q->reports = true;
  record_step(p, TN_P2P_MARK, 1, q);
  if (q->complete)
    append(&p->report, q);
  else
    look(p, q);
}

struct tn_request *tn_request_next(struct tn_p2p *p)
{
  reach(&(struct goal){ p, is_any_reported, p->report, p->report ? 1 : 0, 0, TN_P2P_CHOICE });
  struct tn_request *q = p->report;
  p->report = q->after;
  return q;
}

void tn_send(struct tn_p2p *p, int peer, struct tn_span own)
{
  struct tn_request q;
  tn_isend(p, &q, peer, own);
  tn_request_wait(p, &q);
}

void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own)
{
  struct tn_request q;
  tn_issend(p, &q, peer, own);
  tn_request_wait(p, &q);
}

void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs)
{
  struct tn_request q;
  tn_irecv(p, &q, own, theirs);
  tn_request_wait(p, &q);
}

void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs)
{
  struct tn_request q[2];
  tn_irecv(p, &q[0], own, theirs);
  tn_isend(p, &q[1], to, sent);
  tn_request_wait_all(p, 2, q);
}
