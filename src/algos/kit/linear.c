#include "linear.h"

#include "basics.h"

enum { LINE_READY, LINE_DONE };

static void carry_part(struct tn_strand *r, const struct tn_linear *l, int peer)
{
  const bool is_own = peer == r->call->root;
  if (is_own && !l->own_move)
    return;
  const struct tn_span at_root = l->root_part(r->call, peer), at_peer = l->peer_part(r->call, peer);
  (is_own ? tn_move : tn_copy)(r, l->to_root ? at_root : at_peer, l->to_root ? at_peer : at_root);
}

static void publish(struct tn_strand *r, const struct tn_linear *l, enum tn_buf buf)
{
  if (!l->exposed)
    r->transport->expose(r, buf);
  tn_post(r, l->slot + TN_LINE(LINE_READY), 1);
}

static void serve_peers(struct tn_strand *r, const struct tn_linear *l, int throttle)
{
  const struct tn_call *call = r->call;
  publish(r, l, l->root_part(call, call->root).buf);
  carry_part(r, l, r->call->root);
  for (int v = call->n_ranks - throttle; v < call->n_ranks; v++)
    tn_wait(r, tn_absolute(call, v), l->slot + TN_LINE(LINE_DONE), 1);
}

static void copy_in_turn(struct tn_strand *r, const struct tn_linear *l, int throttle)
{
  const struct tn_call *call = r->call;
  const int done = l->slot + TN_LINE(LINE_DONE);
  const int before = tn_relative(call, call->rank) - throttle;
  tn_wait(r, call->root, l->slot + TN_LINE(LINE_READY), 1);
  r->transport->attach(r, call->root, l->root_part(call, call->rank).buf);
  if (before > 0)
    tn_wait(r, tn_absolute(call, before), done, 1);
  carry_part(r, l, call->rank);
  tn_post(r, done, 1);
}

void tn_linear_peers_copy(struct tn_strand *r, const struct tn_linear *l, int64_t throttle)
{
  const int n_peers = r->call->n_ranks - 1;
  const int k = throttle < n_peers ? (int)throttle : n_peers;
  if (n_peers == 0)
    carry_part(r, l, r->call->root);
  else if (r->call->rank == r->call->root)
    serve_peers(r, l, k);
  else
    copy_in_turn(r, l, k);
}

void tn_linear_root_copies(struct tn_strand *r, const struct tn_linear *l)
{
  const struct tn_call *call = r->call;
  if (call->n_ranks == 1) {
    carry_part(r, l, r->call->root);
  } else if (call->rank == call->root) {
    carry_part(r, l, r->call->root);
    tn_wait_for_all(r, l->slot + TN_LINE(LINE_READY));
    for (int v = 1; v < call->n_ranks; v++) {
      const int peer = tn_absolute(call, v);
      r->transport->attach(r, peer, l->peer_part(call, peer).buf);
      carry_part(r, l, peer);
    }
    tn_post(r, l->slot + TN_LINE(LINE_DONE), 1);
  } else {
    publish(r, l, l->peer_part(call, call->rank).buf);
    tn_wait(r, call->root, l->slot + TN_LINE(LINE_DONE), 1);
  }
}
