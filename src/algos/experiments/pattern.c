/* Runs patterns: all transfers at once, where each rank makes its own copies one after another; or
 * the two transfers of pingpong one after the other.
 *
 * In each transfer the rank that does not copy publishes its buffer; the copier waits for this,
 * copies and signals the end. A rank returns when its buffers may be reused, so a rank that is only
 * read takes as long as its last reader. Without single copies (mechanism cico) the transfers are
 * messages through shared memory. */
#include "pattern.h"

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "base/grown.h"

enum { LINE_READY, LINE_DONE, N_LINES };

static size_t end_of(struct tn_span span, int rank)
{
  return span.rank == rank ? span.off + span.len : 0;
}

struct tn_sizes tn_pattern_sizes(const struct tn_call *call)
{
  struct tn_sizes sizes = { 0 };
  for (int i = 0; i < call->pattern->n_transfers(call); i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    sizes.send = tn_larger(sizes.send, end_of(t.src, call->rank));
    sizes.recv = tn_larger(sizes.recv, end_of(t.dst, call->rank));
  }
  return sizes;
}

static bool has_single_copy(const struct tn_call *call)
{
  return !call->p2p || call->p2p->single_copy[TN_P2P_WITHIN_DOMAIN];
}

static int other_side(const struct tn_pattern_copy *t)
{
  return t->copier == t->dst.rank ? t->src.rank : t->dst.rank;
}

/* Publishes buffers that other ranks access. Returns false if there are none. */
static bool publish(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  bool exposed[TN_N_BUFS] = { false };
  for (int i = 0; i < call->pattern->n_transfers(call); i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    if (other_side(&t) == call->rank)
      exposed[t.src.rank == call->rank ? t.src.buf : t.dst.buf] = true;
  }
  for (int b = 0; b < TN_N_BUFS; b++)
    if (exposed[b])
      r->transport->expose(r, (enum tn_buf)b);
  return exposed[TN_SEND] || exposed[TN_RECV];
}

static void copy_own(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  for (int i = 0; i < call->pattern->n_transfers(call); i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    const int peer = other_side(&t);
    if (t.copier != call->rank)
      continue;
    tn_wait(r, peer, TN_LINE(LINE_READY), 1);
    r->transport->attach(r, peer, t.src.rank == peer ? t.src.buf : t.dst.buf);
    tn_copy(r, t.dst, t.src);
    tn_post(r, TN_LINE(LINE_DONE), 1);
  }
}

static void copy_at_once(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const bool is_reached = publish(r);
  if (is_reached)
    tn_post(r, TN_LINE(LINE_READY), 1);
  copy_own(r);
  for (int i = 0; i < call->pattern->n_transfers(call) && is_reached; i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    if (other_side(&t) == call->rank)
      tn_wait(r, t.copier, TN_LINE(LINE_DONE), 1);
  }
}

static void send_at_once(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int n_transfers = call->pattern->n_transfers(call);
  struct tn_request *q = tn_zeros((size_t)n_transfers, sizeof *q);
  struct tn_p2p p;
  int n = 0;
  tn_p2p_begin(&p, r, tn_use_block(call));
  for (int i = 0; i < n_transfers; i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    if (t.dst.rank == call->rank)
      tn_irecv(&p, &q[n++], t.dst, t.src);
    else if (t.src.rank == call->rank)
      tn_isend(&p, &q[n++], t.dst.rank, t.src);
  }
  tn_request_wait_all(&p, n, q);
  tn_p2p_end(&p);
  free(q);
}

void tn_pattern_run(struct tn_strand *r)
{
  if (has_single_copy(r->call))
    copy_at_once(r);
  else
    send_at_once(r);
}

/* Lets rank 1 copy rank 0's buffer, then rank 0 copy rank 1's. */
static void copy_both_ways(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct tn_pattern_copy in = call->pattern->transfer(call, 1 - call->rank);
  const struct tn_pattern_copy out = call->pattern->transfer(call, call->rank);
  const int peer = 1 - call->rank;
  if (call->rank == 0) {
    r->transport->expose(r, out.src.buf);
    tn_post(r, TN_LINE(LINE_READY), 1);
  }
  tn_wait(r, peer, TN_LINE(LINE_READY), 1);
  r->transport->attach(r, peer, in.src.buf);
  tn_copy(r, in.dst, in.src);
  if (call->rank == 1) {
    r->transport->expose(r, out.src.buf);
    tn_post(r, TN_LINE(LINE_READY), 1);
  }
  if (call->rank == 0 && call->block > 0)
    tn_post(r, TN_LINE(LINE_DONE), 1);
  if (call->rank == 1 && call->block > 0)
    tn_wait(r, peer, TN_LINE(LINE_DONE), 1);
}

static void send(struct tn_p2p *p, int peer, struct tn_span own, enum tn_pattern_send how)
{
  if (how == TN_SEND_SYNCHRONOUS)
    tn_ssend(p, peer, own);
  else
    tn_send(p, peer, own);
}

void tn_pattern_run_messages(struct tn_strand *r, enum tn_pattern_send how)
{
  const struct tn_call *call = r->call;
  const struct tn_pattern_copy in = call->pattern->transfer(call, 1 - call->rank);
  const struct tn_pattern_copy out = call->pattern->transfer(call, call->rank);
  struct tn_p2p_use use = tn_use_block(call);
  struct tn_p2p p;
  use.is_synchronous = how == TN_SEND_SYNCHRONOUS;
  tn_p2p_begin(&p, r, how == TN_SEND_NONBLOCKING ? use : tn_blocking(use));
  if (call->rank == 0)
    send(&p, 1, out.src, how);
  tn_recv(&p, in.dst, in.src);
  if (call->rank == 1)
    send(&p, 0, out.src, how);
  tn_p2p_end(&p);
}

void tn_pattern_run_pingpong(struct tn_strand *r)
{
  if (has_single_copy(r->call))
    copy_both_ways(r);
  else
    tn_pattern_run_messages(r, TN_SEND_BLOCKING);
}

int tn_pattern_slots(const struct tn_call *call)
{
  return has_single_copy(call) ? TN_LINE(N_LINES) : tn_p2p_slots(call);
}

struct tn_sizes tn_pattern_scratch(const struct tn_call *call)
{
  const bool is_needed = !has_single_copy(call);
  return (struct tn_sizes){ .shared = is_needed ? tn_p2p_shared(call, tn_use_block(call)) : 0 };
}

struct tn_sizes tn_pattern_message_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, tn_use_block(call)) };
}
