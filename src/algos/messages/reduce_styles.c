/* Reduction up a tree in three styles (styles.h; ADAPT, section 2.2.3).
 *
 * blocking-tree: for each segment MPI_Recv from one child after the other, each added when it has
 * come, then MPI_Send to the parent.
 * nonblocking-tree: a segment's receives from all children are started together, before the wait
 * for those of the segment before; when all have come they are added, and the sum is sent on.
 * adapt: `receives` receives from each child are under way, and up to `sends` sends to the parent;
 * what has come is added at once, from whichever child it is, and a segment to which all children
 * have added is sent on. So the order of the terms depends on who comes first: all operations here
 * are commutative, and sums of floating-point numbers may differ in the last bits, as in
 * coll/adapt.
 *
 * The first segment that comes is added to the rank's own into the place of the sum: the root's
 * RECV, TEMP of inner ranks, behind which the children's segments land. Leaves send their own
 * memory. Sends are synchronous in adapt, see bcast_styles.c. */
#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "styles.h"

/* A rank's call in any style. */
struct adding {
  struct tn_p2p p;
  struct tn_cut part;
  struct tn_tree tree;
  size_t n_segments;
  enum tn_buf own, sum; /* its contribution; where the sum comes to be, of a leaf the same */
  enum tn_buf *theirs;  /* [tree.n_children] where the children have theirs */
  size_t depth;         /* segments that have places to land, of each child */
  size_t landing;       /* where in TEMP they begin */
};

static struct tn_cut cut(const struct tn_call *call)
{
  return tn_cut_elements(call, call->params[TN_STYLE_SEGMENT]);
}

static size_t place(const struct tn_cut *part)
{
  return part->len < part->segment ? part->len : part->segment;
}

static size_t sum_bytes(const struct tn_call *call)
{
  return call->rank == call->root ? 0 : call->block;
}

/* `use`: kinds of sends. */
static void begin(struct adding *a, struct tn_strand *r, int64_t depth, struct tn_p2p_use use)
{
  const struct tn_call *call = r->call;
  const struct tn_shape shape = tn_style_shape(call);
  *a = (struct adding){ .part = cut(call),
                        .own = tn_contribution(call, call->rank),
                        .depth = (size_t)depth,
                        .landing = sum_bytes(call) };
  a->n_segments = tn_n_segments(&a->part);
  tn_tree_build(&a->tree, &shape, call, tn_relative(call, call->rank));
  a->theirs = calloc((size_t)a->tree.n_children + 1, sizeof *a->theirs);
  if (!a->theirs)
    abort();
  for (int c = 0; c < a->tree.n_children; c++)
    a->theirs[c] = tn_tree_outgoing(&shape, call, a->tree.children[c]);
  a->sum = a->tree.n_children == 0 ? a->own : call->rank == call->root ? TN_RECV : TN_TEMP;
  const struct tn_p2p_use cut_use = tn_cut_use(&a->part);
  use.largest = cut_use.largest;
  use.messages = cut_use.messages;
  tn_p2p_begin(&a->p, r, use);
}

static void finish(struct adding *a)
{
  tn_p2p_end(&a->p);
  free(a->theirs);
  tn_tree_finish(&a->tree);
}

static struct tn_span sum_of(const struct adding *a, size_t i)
{
  return tn_segment(&a->part, a->p.r->call->rank, a->sum, i);
}

static struct tn_span landing_of(const struct adding *a, int child, size_t i)
{
  const size_t number = (size_t)child * a->depth + i % a->depth;
  return (struct tn_span){ a->p.r->call->rank, TN_TEMP, a->landing + number * place(&a->part),
                           sum_of(a, i).len };
}

static struct tn_span child_span(const struct adding *a, int child, size_t i)
{
  return tn_segment(&a->part, tn_absolute(a->p.r->call, a->tree.children[child]), a->theirs[child],
                    i);
}

static void add(const struct adding *a, int child, size_t i, bool is_first)
{
  struct tn_strand *r = a->p.r;
  const struct tn_span sum = sum_of(a, i), landed = landing_of(a, child, i);
  if (is_first)
    tn_reduce_two(r, sum, tn_segment(&a->part, r->call->rank, a->own, i), landed);
  else
    tn_reduce(r, sum, landed);
}

static int parent(const struct adding *a)
{
  return tn_absolute(a->p.r->call, a->tree.parent);
}

static void run_blocking(struct tn_strand *r)
{
  struct adding a;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&a, r, 1, (struct tn_p2p_use){ .is_blocking = true });
  for (size_t i = 0; i < a.n_segments; i++) {
    for (int c = 0; c < a.tree.n_children; c++) {
      tn_recv(&a.p, landing_of(&a, c, i), child_span(&a, c, i));
      add(&a, c, i, c == 0);
    }
    if (a.tree.parent >= 0)
      tn_send(&a.p, parent(&a), sum_of(&a, i));
  }
  finish(&a);
}

static void receive_from_all(struct adding *a, size_t i, struct tn_request *requests)
{
  for (int c = 0; c < a->tree.n_children; c++)
    tn_irecv(&a->p, &requests[c], landing_of(a, c, i), child_span(a, c, i));
}

static void run_nonblocking(struct tn_strand *r)
{
  struct adding a;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&a, r, 2, (struct tn_p2p_use){ 0 });
  const size_t n = (size_t)a.tree.n_children;
  struct tn_request *requests = calloc(2 * n + 1, sizeof *requests);
  if (!requests)
    abort();
  receive_from_all(&a, 0, requests);
  for (size_t i = 0; i < a.n_segments; i++) {
    if (i + 1 < a.n_segments)
      receive_from_all(&a, i + 1, &requests[(i + 1) % 2 * n]);
    tn_request_wait_all(&a.p, a.tree.n_children, &requests[i % 2 * n]);
    for (int c = 0; c < a.tree.n_children; c++)
      add(&a, c, i, c == 0);
    if (a.tree.parent >= 0)
      tn_send(&a.p, parent(&a), sum_of(&a, i));
  }
  free(requests);
  finish(&a);
}

/* The style adapt, in addition. */
struct passing {
  struct adding a;
  struct tn_inflight *from_children, *to_parent; /* [tree.n_children], [1] */
  int *n_added;   /* [n_segments] children whose part of the segment has been added */
  size_t n_ready; /* segments that are sums of the whole subtree; they become so in order */
};

static void send_on(struct passing *x)
{
  struct tn_inflight *lane = x->to_parent;
  struct tn_flight *flight;
  while (lane->next < x->n_ready && (flight = tn_inflight_free(lane))) {
    flight->busy = true;
    tn_issend(&x->a.p, &flight->request, parent(&x->a), sum_of(&x->a, lane->next++));
    tn_request_mark(&x->a.p, &flight->request);
  }
}

static void receive_on(struct passing *x, struct tn_flight *flight, bool is_first)
{
  struct adding *a = &x->a;
  struct tn_inflight *lane = &x->from_children[flight->peer];
  if (lane->next == a->n_segments)
    return;
  const size_t i = flight->segment = lane->next++;
  const size_t aside = a->landing + (size_t)a->tree.n_children * a->depth * place(&a->part);
  if (is_first)
    tn_irecv(&a->p, &flight->request, landing_of(a, flight->peer, i),
             child_span(a, flight->peer, i));
  else
    tn_irecv_between(&a->p, &flight->request, landing_of(a, flight->peer, i),
                     child_span(a, flight->peer, i), aside);
  tn_request_mark(&a->p, &flight->request);
}

/* A child's segment has come. */
static void take(struct passing *x, struct tn_flight *flight)
{
  const size_t i = flight->segment;
  add(&x->a, flight->peer, i, x->n_added[i] == 0);
  if (++x->n_added[i] == x->a.tree.n_children)
    x->n_ready++;
  receive_on(x, flight, false);
}

static void pass_on(struct passing *x)
{
  struct adding *a = &x->a;
  const bool has_parent = a->tree.parent >= 0;
  for (int c = 0; c < a->tree.n_children; c++)
    for (int k = 0; k < x->from_children[c].width; k++)
      receive_on(x, &x->from_children[c].flights[k], true);
  if (a->tree.n_children == 0)
    x->n_ready = a->n_segments;
  size_t left = a->n_segments * ((size_t)a->tree.n_children + has_parent);
  for (; left > 0; left--) {
    if (has_parent)
      send_on(x);
    struct tn_flight *flight = (struct tn_flight *)(void *)tn_request_next(&a->p);
    if (flight->is_send)
      flight->busy = false;
    else
      take(x, flight);
  }
}

/* No deeper than there are segments. */
static size_t depth_of(const struct tn_call *call)
{
  const struct tn_cut part = cut(call);
  const size_t n = tn_n_segments(&part), receives = (size_t)call->params[TN_STYLE_RECEIVES];
  return receives < n ? receives : n;
}

static void run_adapt(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  struct passing x = { 0 };
  begin(&x.a, r, (int64_t)depth_of(call), (struct tn_p2p_use){ .is_synchronous = true });
  x.n_added = calloc(x.a.n_segments, sizeof *x.n_added);
  if (!x.n_added)
    abort();
  x.from_children =
      tn_inflights_new(x.a.tree.n_children, call->params[TN_STYLE_RECEIVES], x.a.n_segments, false);
  x.to_parent = tn_inflights_new(1, call->params[TN_STYLE_SENDS], x.a.n_segments, true);
  pass_on(&x);
  free(x.to_parent);
  free(x.from_children);
  free(x.n_added);
  finish(&x.a);
}

/* Of an inner rank, or the root: the sum and `depth` places for each child, and one aside. */
static struct tn_sizes sizes_with(const struct tn_call *call, size_t depth, bool has_aside)
{
  const struct tn_cut part = cut(call);
  const struct tn_p2p_use use = tn_cut_use(&part);
  const struct tn_shape shape = tn_style_shape(call);
  struct tn_sizes sizes = { .shared = tn_p2p_shared(call, use) };
  struct tn_tree tree;
  tn_tree_build(&tree, &shape, call, tn_relative(call, call->rank));
  if (tree.n_children > 0)
    sizes.temp = sum_bytes(call) + (size_t)tree.n_children * depth * place(&part) +
                 (has_aside ? tn_p2p_aside(call, use) : 0);
  tn_tree_finish(&tree);
  return sizes;
}

static struct tn_sizes scratch_blocking(const struct tn_call *call)
{
  return sizes_with(call, 1, false);
}

static struct tn_sizes scratch_nonblocking(const struct tn_call *call)
{
  return sizes_with(call, 2, false);
}

static struct tn_sizes scratch_adapt(const struct tn_call *call)
{
  return sizes_with(call, depth_of(call), true);
}

#define STYLE_REDUCE(paper)                                                                        \
  .collective = TN_REDUCE, .source = "ADAPT, " paper, .segmented = true, TN_MESSAGES

const struct tn_algorithm tn_reduce_blocking_tree = {
  STYLE_REDUCE("Algorithm 1"),
  .name = "blocking-tree",
  .summary = "segments up a tree, one blocking message after another",
  .params = { TN_STYLE_PARAMS },
  .scratch = scratch_blocking,
  .form = tn_style_form_blocking,
  .run = run_blocking,
};

const struct tn_algorithm tn_reduce_nonblocking_tree = {
  STYLE_REDUCE("Algorithm 2"),
  .name = "nonblocking-tree",
  .summary = "segments up a tree, each from all children at once, then a wait for all",
  .params = { TN_STYLE_PARAMS },
  .scratch = scratch_nonblocking,
  .form = tn_style_form,
  .run = run_nonblocking,
};

const struct tn_algorithm tn_reduce_adapt = {
  STYLE_REDUCE("Algorithm 3"),
  .name = "adapt",
  .summary = "segments up a tree, from each child at its own pace",
  .params = { TN_ADAPT_PARAMS },
  .scratch = scratch_adapt,
  .form = tn_style_form,
  .run = run_adapt,
};
