/* Broadcast down a tree in three styles (styles.h; ADAPT, sections 2.1 and 2.2).
 *
 * blocking-tree, as in its Figure 1: for each segment MPI_Recv from the parent, then MPI_Send to
 * one child after the other. nonblocking-tree, as in Open MPI's coll_base_bcast.c, from which
 * Figure 3 is drawn: two receives are under way; a segment is started to all children, and no other
 * before it is with all of them. adapt, as in Figure 4 and coll/adapt: `receives` receives are
 * under way and up to `sends` sends to each child; each one that is complete starts the next of its
 * kind. Sends are synchronous, which coll/adapt asks for only of its first: so that no more than
 * `sends` can be on the way, whatever the transport has room for. Segments come in order here, as
 * all messages of a pair do.
 *
 * On a chain with n_s segments of m bytes nonblocking-tree and adapt take (p + n_s - 2)(alpha +
 * m*beta) (section 5.2.1), blocking-tree (p - 1 + 2(n_s - 1))(alpha + m*beta) for p > 2: no rank
 * receives while its child takes a segment. */
#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "styles.h"

static struct tn_cut cut(const struct tn_call *call)
{
  return tn_cut_whole(call, call->params[TN_STYLE_SEGMENT]);
}

static void build(struct tn_tree *tree, const struct tn_call *call)
{
  const struct tn_shape shape = tn_style_shape(call);
  tn_tree_build(tree, &shape, call, tn_relative(call, call->rank));
}

static struct tn_span parents(const struct tn_call *call, const struct tn_tree *tree,
                              const struct tn_cut *part, size_t i)
{
  return tn_segment(part, tn_absolute(call, tree->parent), TN_RECV, i);
}

static struct tn_p2p_use use(const struct tn_call *call)
{
  const struct tn_cut part = cut(call);
  return tn_cut_use(&part);
}

static struct tn_p2p_use use_blocking(const struct tn_call *call)
{
  return tn_blocking(use(call));
}

static void run_blocking(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_cut part = cut(call);
  struct tn_tree tree;
  build(&tree, call);
  for (size_t i = 0; i < tn_n_segments(&part); i++) {
    const struct tn_span own = tn_segment(&part, call->rank, TN_RECV, i);
    if (tree.parent >= 0)
      tn_recv(p, own, parents(call, &tree, &part, i));
    for (int c = 0; c < tree.n_children; c++)
      tn_send(p, tn_absolute(call, tree.children[c]), own);
  }
  tn_tree_finish(&tree);
}

static void run_nonblocking(struct tn_p2p *p)
{
  const struct tn_shape shape = tn_style_shape(p->r->call);
  const struct tn_cut part = cut(p->r->call);
  tn_tree_down(p, &shape, &part, TN_TOGETHER);
}

/* A rank's call in the style adapt. */
struct passing {
  struct tn_p2p *p;
  struct tn_cut part;
  struct tn_tree tree;
  size_t n_segments, n_here;                     /* of the vector; with the rank */
  struct tn_inflight *from_parent, *to_children; /* [1], [tree.n_children] */
};

/* As many segments to the child as may be under way, of those that are here. */
static void send_on(struct passing *a, int child)
{
  const struct tn_call *call = a->p->r->call;
  struct tn_inflight *lane = &a->to_children[child];
  struct tn_flight *flight;
  while (lane->next < a->n_here && (flight = tn_inflight_free(lane))) {
    flight->busy = true;
    tn_issend(a->p, &flight->request, tn_absolute(call, a->tree.children[child]),
              tn_segment(&a->part, call->rank, TN_RECV, lane->next++));
    tn_request_mark(a->p, &flight->request);
  }
}

static void send_to_all(struct passing *a)
{
  for (int c = 0; c < a->tree.n_children; c++)
    send_on(a, c);
}

/* Posts the next receive, if there is one; a first one when the call begins. */
static void receive_on(struct passing *a, struct tn_flight *flight, bool is_first)
{
  const struct tn_call *call = a->p->r->call;
  const size_t i = a->from_parent->next;
  if (i == a->n_segments)
    return;
  a->from_parent->next++;
  const struct tn_span own = tn_segment(&a->part, call->rank, TN_RECV, i);
  if (is_first)
    tn_irecv(a->p, &flight->request, own, parents(call, &a->tree, &a->part, i));
  else
    tn_irecv_between(a->p, &flight->request, own, parents(call, &a->tree, &a->part, i), 0);
  tn_request_mark(a->p, &flight->request);
}

static void pass_on(struct passing *a)
{
  const size_t n_peers = (size_t)a->tree.n_children + (a->tree.parent >= 0);
  send_to_all(a);
  for (int k = 0; a->tree.parent >= 0 && k < a->from_parent->width; k++)
    receive_on(a, &a->from_parent->flights[k], true);
  for (size_t left = a->n_segments * n_peers; left > 0; left--) {
    struct tn_flight *flight = (struct tn_flight *)(void *)tn_request_next(a->p);
    if (flight->is_send) {
      flight->busy = false;
      send_on(a, flight->peer);
    } else {
      a->n_here++;
      receive_on(a, flight, false);
      send_to_all(a);
    }
  }
}

static struct tn_p2p_use use_adapt(const struct tn_call *call)
{
  struct tn_p2p_use synchronous = use(call);
  synchronous.is_synchronous = true;
  return synchronous;
}

static void run_adapt(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct passing a = { .p = p, .part = cut(call) };
  a.n_segments = tn_n_segments(&a.part);
  build(&a.tree, call);
  a.n_here = a.tree.parent < 0 ? a.n_segments : 0;
  a.from_parent = tn_inflights_new(1, call->params[TN_STYLE_RECEIVES], a.n_segments, false);
  a.to_children =
      tn_inflights_new(a.tree.n_children, call->params[TN_STYLE_SENDS], a.n_segments, true);
  pass_on(&a);
  free(a.to_children);
  free(a.from_parent);
  tn_tree_finish(&a.tree);
}

static struct tn_sizes scratch_adapt(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->rank == call->root ? 0 : tn_p2p_aside(call, use(call)) };
}

#define STYLE_BCAST(paper)                                                                         \
  .collective = TN_BCAST, .source = "ADAPT, " paper, .segmented = true, TN_MESSAGES

const struct tn_algorithm tn_bcast_blocking_tree = {
  STYLE_BCAST("Algorithm 1"),
  .name = "blocking-tree",
  .summary = "segments down a tree, one blocking message after another",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form_blocking,
  .use = use_blocking,
  .exchange = run_blocking,
};

const struct tn_algorithm tn_bcast_nonblocking_tree = {
  STYLE_BCAST("Algorithm 2"),
  .name = "nonblocking-tree",
  .summary = "segments down a tree, each to all children at once, then a wait for all",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form,
  .use = use,
  .exchange = run_nonblocking,
};

const struct tn_algorithm tn_bcast_adapt = {
  STYLE_BCAST("Algorithm 3"),
  .name = "adapt",
  .summary = "segments down a tree, to each child at its own pace",
  .params = { TN_ADAPT_PARAMS },
  .scratch = scratch_adapt,
  .form = tn_style_form,
  .use = use_adapt,
  .exchange = run_adapt,
};
