/* Reduction up a tree in three styles (styles.h; ADAPT, section 2.2.3).
 *
 * blocking-tree: for each segment a rank calls MPI_Recv for one child after another, adds the
 *   received data each time, then calls MPI_Send for the parent.
 * nonblocking-tree: the receives of a segment from all children start together, before the wait for
 *   the receives of the previous segment. When all receives of a segment are complete, the data are
 *   added and the sum is sent.
 * adapt: `receives` receives from each child and up to `sends` sends to the parent are in progress.
 *   Data are added as they arrive, and a segment is sent when those of all children are added. So
 *   floating-point sums may differ in the last bits, as in coll/adapt.
 * The first received segment is added to the rank's own segment. The sum is in RECV at the root and
 * in TEMP at inner ranks, followed by the children's segments. Leaves send from the buffer of their
 * contribution. Sends are synchronous in adapt, see bcast_styles.c. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"
#include "styles.h"

enum { BLOCKING, NONBLOCKING, ADAPT };

/* State of a rank in a call, in any style. */
struct adding {
  struct tn_p2p *p;
  struct tn_cut part;
  struct tn_tree tree;
  size_t n_segments;
  enum tn_buf own, sum; /* buffers of the rank's contribution and of the sum; equal for a leaf */
  enum tn_buf *theirs;  /* [tree.n_children] buffer from which each child sends */
  size_t depth;         /* number of places in TEMP for each child's segments */
  size_t receive_span;  /* offset in TEMP of these places, bytes */
};

static size_t sum_bytes(const struct tn_call *call)
{
  return call->rank == call->root ? 0 : call->block;
}

static size_t depth_of(const struct tn_call *call)
{
  return call->variant == BLOCKING      ? 1
         : call->variant == NONBLOCKING ? 2
                                        : tn_style_width(call, TN_STYLE_RECEIVES);
}

static void begin(struct adding *a, struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_shape shape = tn_style_shape(call);
  *a = (struct adding){ .p = p,
                        .part = tn_style_cut(call),
                        .own = tn_contribution(call, call->rank),
                        .depth = depth_of(call),
                        .receive_span = sum_bytes(call) };
  a->n_segments = tn_n_segments(&a->part);
  tn_tree_build(&a->tree, &shape, call, tn_relative(call, call->rank));
  a->theirs = tn_zeros((size_t)a->tree.n_children, sizeof *a->theirs);
  for (int c = 0; c < a->tree.n_children; c++)
    a->theirs[c] = tn_tree_outgoing(&shape, call, a->tree.children[c]);
  a->sum = a->tree.n_children == 0 ? a->own : call->rank == call->root ? TN_RECV : TN_TEMP;
}

static struct tn_span sum_of(const struct adding *a, size_t i)
{
  return tn_segment(&a->part, a->p->r->call->rank, a->sum, i);
}

static struct tn_span receive_span_of(const struct adding *a, int child, size_t i)
{
  const size_t number = (size_t)child * a->depth + i % a->depth;
  return (struct tn_span){ a->p->r->call->rank, TN_TEMP,
                           a->receive_span + number * tn_segment_longest(&a->part),
                           sum_of(a, i).len };
}

static struct tn_span child_span(const struct adding *a, int child, size_t i)
{
  return tn_segment(&a->part, tn_absolute(a->p->r->call, a->tree.children[child]), a->theirs[child],
                    i);
}

static void add(const struct adding *a, int child, size_t i, bool is_first)
{
  struct tn_strand *r = a->p->r;
  const struct tn_span sum = sum_of(a, i), landed = receive_span_of(a, child, i);
  if (is_first)
    tn_reduce_two(r, sum, tn_segment(&a->part, r->call->rank, a->own, i), landed);
  else
    tn_reduce(r, sum, landed);
}

static int parent(const struct adding *a)
{
  return tn_absolute(a->p->r->call, a->tree.parent);
}

static void run_blocking(struct adding *a)
{
  for (size_t i = 0; i < a->n_segments; i++) {
    for (int c = 0; c < a->tree.n_children; c++) {
      tn_recv(a->p, receive_span_of(a, c, i), child_span(a, c, i));
      add(a, c, i, c == 0);
    }
    if (a->tree.parent >= 0)
      tn_send(a->p, parent(a), sum_of(a, i));
  }
}

static void receive_from_all(struct adding *a, size_t i, struct tn_request *requests)
{
  for (int c = 0; c < a->tree.n_children; c++)
    tn_irecv(a->p, &requests[c], receive_span_of(a, c, i), child_span(a, c, i));
}

static void run_nonblocking(struct adding *a)
{
  const size_t n = (size_t)a->tree.n_children;
  struct tn_request *requests = tn_zeros(2 * n, sizeof *requests);
  receive_from_all(a, 0, requests);
  for (size_t i = 0; i < a->n_segments; i++) {
    if (i + 1 < a->n_segments)
      receive_from_all(a, i + 1, &requests[(i + 1) % 2 * n]);
    tn_request_wait_all(a->p, a->tree.n_children, &requests[i % 2 * n]);
    for (int c = 0; c < a->tree.n_children; c++)
      add(a, c, i, c == 0);
    if (a->tree.parent >= 0)
      tn_send(a->p, parent(a), sum_of(a, i));
  }
  free(requests);
}

/* Additional state of adapt. Data in host memory (styles.h) are in a ring for the parent, and one
 * for each child. */
struct passing {
  struct adding a;
  struct tn_peer_requests *from_children, *to_parent; /* [tree.n_children] receives; [1] sends */
  enum tn_relay to, *from; /* path to the parent; [tree.n_children] path from each child */
  struct tn_staging_ring out, in;
  size_t left;    /* number of messages that are not complete */
  int *n_begun;   /* [n_segments] number of children whose data are or are being added */
  int *n_added;   /* [n_segments] number of children whose data have been added */
  size_t n_ready; /* number of segments, from the first on, that are complete sums */
};

static void send(struct passing *x, struct tn_peer_request *flight)
{
  const struct adding *a = &x->a;
  flight->copies = false;
  tn_issend(x->a.p, &flight->request, parent(a),
            x->to == TN_STRAIGHT
                ? sum_of(a, flight->segment)
                : tn_staging_span(&x->out, &a->part, a->p->r->call->rank, 0, flight->segment));
  tn_request_mark(x->a.p, &flight->request);
}

static void bring_down(struct passing *x, struct tn_peer_request *flight)
{
  struct adding *a = &x->a;
  const struct tn_span sum = sum_of(a, flight->segment);
  flight->copies = true;
  tn_ienqueue(a->p, &flight->request, TN_STREAMS_DOWN,
              tn_staging_span(&x->out, &a->part, sum.rank, 0, flight->segment), 1, &sum);
  tn_request_mark(a->p, &flight->request);
}

static void send_on(struct passing *x)
{
  struct tn_peer_requests *lane = x->to_parent;
  struct tn_peer_request *flight;
  while (lane->next < x->n_ready && (flight = tn_peer_requests_free(lane))) {
    flight->busy = true;
    flight->segment = lane->next++;
    (x->to == TN_STRAIGHT ? send : bring_down)(x, flight);
  }
}

/* Returns the span that receives segment i of a child, in host memory or in TEMP. */
static struct tn_span arrival_of(const struct passing *x, int child, size_t i)
{
  const struct adding *a = &x->a;
  return x->from[child] == TN_BY_BOTH
             ? tn_staging_span(&x->in, &a->part, a->p->r->call->rank, child, i)
             : receive_span_of(a, child, i);
}

/* Posts the receive of the child's next segment, if any. `is_first`: when the call begins. */
static void receive_on(struct passing *x, struct tn_peer_request *flight, bool is_first)
{
  struct adding *a = &x->a;
  const int child = flight->peer;
  struct tn_peer_requests *lane = &x->from_children[child];
  if (lane->next == a->n_segments)
    return;
  const size_t i = flight->segment = lane->next++;
  const size_t aside =
      a->receive_span + (size_t)a->tree.n_children * a->depth * tn_segment_longest(&a->part);
  struct tn_span theirs = child_span(a, child, i);
  if (x->from[child] != TN_STRAIGHT)
    theirs = tn_staging_span(&x->out, &a->part, theirs.rank, 0, i);
  if (is_first)
    tn_irecv(a->p, &flight->request, arrival_of(x, child, i), theirs);
  else
    tn_irecv_between(a->p, &flight->request, arrival_of(x, child, i), theirs, aside);
  tn_request_mark(a->p, &flight->request);
}

static void end_add(struct passing *x, struct tn_peer_request *flight)
{
  flight->adds = flight->copies = false;
  x->n_added[flight->segment]++;
  while (x->n_ready < x->a.n_segments && x->n_added[x->n_ready] == x->a.tree.n_children)
    x->n_ready++;
  x->left--;
  receive_on(x, flight, false);
}

/* Adds a segment. On a device a stream adds it, the same one for all additions to a segment. */
static void add_on(struct passing *x, struct tn_peer_request *flight)
{
  struct adding *a = &x->a;
  const size_t i = flight->segment;
  const bool is_first = x->n_begun[i]++ == 0;
  if (a->p->r->call->memory != TN_IN_DEVICE) {
    add(a, flight->peer, i, is_first);
    end_add(x, flight);
    return;
  }
  const struct tn_span sum = sum_of(a, i);
  const struct tn_span terms[] = { is_first ? tn_segment(&a->part, sum.rank, a->own, i) : sum,
                                   receive_span_of(a, flight->peer, i) };
  flight->adds = true;
  tn_ienqueue(a->p, &flight->request, TN_STREAMS_SUM + (int)(i % TN_N_STREAMS_OF_KIND), sum, 2,
              terms);
  tn_request_mark(a->p, &flight->request);
}

/* Handles a completed request for a child's segment: the segment is now in host memory, on the
 * device, or added. */
static void take(struct passing *x, struct tn_peer_request *flight)
{
  struct adding *a = &x->a;
  const bool is_on_host = x->from[flight->peer] == TN_BY_BOTH && !flight->copies;
  if (flight->adds) {
    end_add(x, flight);
  } else if (is_on_host) {
    const struct tn_span arrived = arrival_of(x, flight->peer, flight->segment);
    flight->copies = true;
    tn_ienqueue(a->p, &flight->request, TN_STREAM_UP,
                receive_span_of(a, flight->peer, flight->segment), 1, &arrived);
    tn_request_mark(a->p, &flight->request);
  } else {
    add_on(x, flight);
  }
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
  x->left = a->n_segments * ((size_t)a->tree.n_children + has_parent);
  while (x->left > 0) {
    if (has_parent)
      send_on(x);
    struct tn_peer_request *flight = (struct tn_peer_request *)(void *)tn_request_next(a->p);
    if (!flight->is_send) {
      take(x, flight);
    } else if (flight->copies) {
      send(x, flight);
    } else {
      flight->busy = false;
      x->left--;
    }
  }
}

static struct tn_staging_ring ring_out(const struct tn_call *call)
{
  const struct tn_cut part = tn_style_cut(call);
  return (struct tn_staging_ring){ tn_p2p_shared(call, tn_style_use(call)), tn_staging_place(&part),
                                   tn_style_width(call, TN_STYLE_SENDS) };
}

static void run_adapt(const struct adding *a)
{
  const struct tn_call *call = a->p->r->call;
  const enum tn_style_staging staging = (enum tn_style_staging)call->params[TN_STYLE_STAGING];
  const size_t n = a->n_segments;
  struct passing x = { .a = *a };
  x.n_begun = tn_zeros(2 * n, sizeof *x.n_begun);
  x.from = tn_zeros((size_t)a->tree.n_children, sizeof *x.from);
  x.n_added = x.n_begun + n;
  if (a->tree.parent >= 0)
    x.to = tn_relay_of(call, parent(a), staging);
  for (int c = 0; c < a->tree.n_children; c++)
    x.from[c] = tn_relay_of(call, tn_absolute(call, a->tree.children[c]), staging);
  x.in = x.out = ring_out(call);
  x.in.off += x.out.n * x.out.place;
  x.in.n = a->depth;
  x.from_children = tn_peer_requests_new(a->tree.n_children, a->depth, false);
  x.to_parent = tn_peer_requests_new(1, tn_style_width(call, TN_STYLE_SENDS), true);
  pass_on(&x);
  free(x.to_parent);
  free(x.from_children);
  free(x.from);
  free(x.n_begun);
}

static void exchange(struct tn_p2p *p)
{
  struct adding a;
  if (p->r->call->n_ranks == 1) {
    tn_move_own_vector(p->r);
    return;
  }
  begin(&a, p);
  if (p->r->call->variant == BLOCKING)
    run_blocking(&a);
  else if (p->r->call->variant == NONBLOCKING)
    run_nonblocking(&a);
  else
    run_adapt(&a);
  free(a.theirs);
  tn_tree_finish(&a.tree);
}

/* Returns the scratch memory of an inner rank or the root: the sum, the places for each child, and
 * in adapt a place for a message that arrives before its receive is posted. */
static struct tn_sizes scratch(const struct tn_call *call)
{
  const struct tn_cut part = tn_style_cut(call);
  const struct tn_shape shape = tn_style_shape(call);
  const bool has_aside = call->variant == ADAPT;
  const size_t depth = depth_of(call);
  struct tn_sizes sizes = { 0 };
  struct tn_tree tree;
  tn_tree_build(&tree, &shape, call, tn_relative(call, call->rank));
  if (has_aside && call->memory == TN_IN_DEVICE) {
    const struct tn_staging_ring ring = ring_out(call);
    sizes.shared = ring.place * (ring.n + depth * (size_t)tree.n_children);
  }
  if (tree.n_children > 0)
    sizes.temp = sum_bytes(call) + (size_t)tree.n_children * depth * tn_segment_longest(&part) +
                 (has_aside ? tn_p2p_aside(call, tn_style_use(call)) : 0);
  tn_tree_finish(&tree);
  return sizes;
}

#define STYLE_REDUCE(paper)                                                                        \
  .collective = TN_REDUCE, .source = "ADAPT, " paper, .segmented = true, TN_MESSAGES,              \
  .scratch = scratch, .exchange = exchange

const struct tn_algorithm tn_reduce_blocking_tree = {
  STYLE_REDUCE("Algorithm 1"),
  .variant = BLOCKING,
  .name = "blocking-tree",
  .summary = "segments go up a tree in consecutive blocking messages",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form_blocking,
  .use = tn_style_use_blocking,
};

const struct tn_algorithm tn_reduce_nonblocking_tree = {
  STYLE_REDUCE("Algorithm 2"),
  .variant = NONBLOCKING,
  .name = "nonblocking-tree",
  .summary = "segments go up a tree, each from all children at once; then the rank waits for all",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form,
  .use = tn_style_use,
};

const struct tn_algorithm tn_reduce_adapt = {
  STYLE_REDUCE("Algorithm 3"),
  .variant = ADAPT,
  .name = "adapt",
  .summary = "segments go up a tree, from each child independently",
  .params = { TN_ADAPT_PARAMS },
  .form = tn_style_form,
  .use = tn_style_use_synchronous,
};
