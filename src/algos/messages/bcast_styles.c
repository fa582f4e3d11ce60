/* Broadcast down a tree in three styles (styles.h; ADAPT, sections 2.1 and 2.2).
 *
 * blocking-tree, as in Figure 1 of the paper: for each segment MPI_Recv from the parent, then
 *   MPI_Send to each child.
 * nonblocking-tree, as in Open MPI's coll_base_bcast.c, the source of Figure 3: two receives are in
 * progress. The sends of a segment to all children start together; the next segment starts when all
 * children have received this one.
 * adapt, as in Figure 4 and coll/adapt: `receives` receives and up to `sends` sends to each child
 *   are in progress; each completion starts the next message of its kind. All sends are synchronous
 *   (in coll/adapt only the first ones), so that at most `sends` are in progress even if messages
 *   are buffered. Segments arrive in order here. On a chain with n_s segments of m bytes
 *   nonblocking-tree and adapt take (p + n_s - 2)(alpha + m*beta) (section 5.2.1), blocking-tree (p
 *   - 1 + 2(n_s - 1))(alpha + m*beta) for p > 2: no rank receives while its child takes a
 *   segment. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "base/grown.h"
#include "styles.h"

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

static void run_blocking(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const struct tn_cut part = tn_style_cut(call);
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
  const struct tn_cut part = tn_style_cut(p->r->call);
  tn_tree_down(p, &shape, &part, TN_TOGETHER);
}

/* A rank's part in a call of adapt. Segments in host memory (styles.h) are in a ring for each child
 * and one for receives, or in one buffer of the whole vector. */
struct passing {
  struct tn_p2p *p;
  struct tn_cut part;
  struct tn_tree tree;
  size_t n_segments, n_here; /* numbers: segments of the vector; those in the rank's RECV so far */
  size_t n_in_buffer, left;  /* numbers: segments in the host buffer; incomplete messages */
  bool has_buffer, caches; /* true if there is a host buffer; true if the rank's device fills it */
  enum tn_relay from, *to; /* path from the parent; [tree.n_children] path to each child */
  int number;              /* the rank's index among its parent's children, if needed */
  struct tn_staging_ring out, in;
  struct tn_peer_requests *from_parent,
      *to_children; /* lanes: [1] for receives; [tree.n_children + 1] for sends, the last for
                     * copies to the host buffer */
};

static int number_of(const struct tn_call *call, int parent)
{
  const struct tn_shape shape = tn_style_shape(call);
  struct tn_tree tree;
  int i = 0;
  tn_tree_build(&tree, &shape, call, parent);
  while (tn_absolute(call, tree.children[i]) != call->rank)
    i++;
  tn_tree_finish(&tree);
  return i;
}

/* Finds the paths to parent and children, and the rings or the buffer that these paths need. */
static void find_staging(struct passing *a, const struct tn_call *call)
{
  const enum tn_style_staging staging = (enum tn_style_staging)call->params[TN_STYLE_STAGING];
  const bool is_explicit = staging == TN_STAGING_EXPLICIT;
  const int n = a->tree.n_children;
  bool waits = false;
  if (a->tree.parent >= 0)
    a->from = tn_relay_of(call, tn_absolute(call, a->tree.parent), staging);
  for (int c = 0; c < n; c++) {
    a->to[c] = tn_relay_of(call, tn_absolute(call, a->tree.children[c]), staging);
    waits = waits || a->to[c] != TN_STRAIGHT;
  }
  a->has_buffer = is_explicit && (waits || a->from == TN_BY_BOTH);
  a->caches = a->has_buffer && a->from != TN_BY_BOTH;
  a->out =
      (struct tn_staging_ring){ tn_p2p_shared(call, tn_style_use(call)), tn_staging_place(&a->part),
                                is_explicit ? a->n_segments
                                            : tn_style_width(call, TN_STYLE_SENDS) };
  a->in = a->out;
  if (!is_explicit)
    a->in = (struct tn_staging_ring){ a->out.off + (size_t)n * a->out.n * a->out.place,
                                      a->out.place, tn_style_width(call, TN_STYLE_RECEIVES) };
  if (a->from != TN_STRAIGHT && !is_explicit)
    a->number = number_of(call, a->tree.parent);
}

static void passing_init(struct passing *a, const struct tn_call *call)
{
  *a = (struct passing){ .part = tn_style_cut(call) };
  a->n_segments = tn_n_segments(&a->part);
  build(&a->tree, call);
  a->to = tn_zeros((size_t)a->tree.n_children + 1, sizeof *a->to);
  find_staging(a, call);
}

static void passing_finish(struct passing *a)
{
  free(a->to);
  tn_tree_finish(&a->tree);
}

/* Return segment i in RECV; segment i where a child reads it, in RECV or host memory. */
static struct tn_span own_of(const struct passing *a, size_t i)
{
  return tn_segment(&a->part, a->p->r->call->rank, TN_RECV, i);
}

static struct tn_span source_of(const struct passing *a, int child, size_t i)
{
  if (child < a->tree.n_children && a->to[child] == TN_STRAIGHT)
    return own_of(a, i);
  return tn_staging_span(&a->out, &a->part, a->p->r->call->rank, a->has_buffer ? 0 : child, i);
}

static void send(struct passing *a, struct tn_peer_request *flight)
{
  flight->copies = false;
  tn_issend(a->p, &flight->request, tn_absolute(a->p->r->call, a->tree.children[flight->peer]),
            source_of(a, flight->peer, flight->segment));
  tn_request_mark(a->p, &flight->request);
}

/* Starts the device's copy of the segment to host memory. */
static void bring_down(struct passing *a, struct tn_peer_request *flight)
{
  const struct tn_span own = own_of(a, flight->segment);
  flight->copies = true;
  tn_ienqueue(a->p, &flight->request, TN_STREAMS_DOWN + flight->peer % TN_N_STREAMS_OF_KIND,
              source_of(a, flight->peer, flight->segment), 1, &own);
  tn_request_mark(a->p, &flight->request);
}

/* Starts sends of available segments to the child while its lane (requests for one peer) has free
 * requests. The last lane has the copies to the host buffer. */
static void send_on(struct passing *a, int child)
{
  struct tn_peer_requests *lane = &a->to_children[child];
  const bool is_buffer = child == a->tree.n_children;
  const bool waits = is_buffer || a->to[child] != TN_STRAIGHT;
  const bool is_filled = waits && !is_buffer && a->has_buffer;
  const size_t n = is_filled ? a->n_in_buffer : is_buffer && !a->caches ? 0 : a->n_here;
  struct tn_peer_request *flight;
  while (lane->next < n && (flight = tn_peer_requests_free(lane))) {
    flight->busy = true;
    flight->segment = lane->next++;
    (waits && !is_filled ? bring_down : send)(a, flight);
  }
}

static void send_to_all(struct passing *a)
{
  for (int c = 0; c <= a->tree.n_children; c++)
    send_on(a, c);
}

static struct tn_span receive_span_of(const struct passing *a, size_t i)
{
  return a->from == TN_BY_BOTH ? tn_staging_span(&a->in, &a->part, a->p->r->call->rank, 0, i)
                               : own_of(a, i);
}

/* Posts the receive of the next segment, if any. `is_first`: at the beginning of the call. */
static void receive_on(struct passing *a, struct tn_peer_request *flight, bool is_first)
{
  const struct tn_call *call = a->p->r->call;
  const size_t i = a->from_parent->next;
  if (i == a->n_segments)
    return;
  a->from_parent->next++;
  flight->segment = i;
  const struct tn_span receive_span = receive_span_of(a, i);
  const struct tn_span theirs =
      a->from == TN_STRAIGHT
          ? parents(call, &a->tree, &a->part, i)
          : tn_staging_span(&a->out, &a->part, tn_absolute(call, a->tree.parent), a->number, i);
  if (is_first)
    tn_irecv(a->p, &flight->request, receive_span, theirs);
  else
    tn_irecv_between(a->p, &flight->request, receive_span, theirs, 0);
  tn_request_mark(a->p, &flight->request);
}

/* Handles a completed send or copy. A copy to the host is followed by the send of the segment. */
static void end_send(struct passing *a, struct tn_peer_request *flight)
{
  if (flight->copies && flight->peer < a->tree.n_children) {
    send(a, flight);
    return;
  }
  flight->busy = false;
  if (flight->copies) {
    a->n_in_buffer++;
    send_to_all(a);
  } else {
    a->left--;
    send_on(a, flight->peer);
  }
}

/* Handles a completed receive, or the copy to the device that follows a receive in host memory.
 * Starts the sends that this makes possible. */
static void end_receive(struct passing *a, struct tn_peer_request *flight)
{
  if (a->from == TN_BY_BOTH && !flight->copies) {
    const struct tn_span landed = receive_span_of(a, flight->segment);
    flight->copies = true;
    tn_ienqueue(a->p, &flight->request, TN_STREAM_UP, own_of(a, flight->segment), 1, &landed);
    tn_request_mark(a->p, &flight->request);
    a->n_in_buffer++;
  } else {
    flight->copies = false;
    a->left--;
    a->n_here++;
    receive_on(a, flight, false);
  }
  send_to_all(a);
}

static void run_adapt(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct passing a;
  passing_init(&a, call);
  a.p = p;
  a.n_here = a.tree.parent < 0 ? a.n_segments : 0;
  a.from_parent = tn_peer_requests_new(1, tn_style_width(call, TN_STYLE_RECEIVES), false);
  a.to_children =
      tn_peer_requests_new(a.tree.n_children + 1, tn_style_width(call, TN_STYLE_SENDS), true);
  a.left = a.n_segments * ((size_t)a.tree.n_children + (a.tree.parent >= 0));
  send_to_all(&a);
  for (int k = 0; a.tree.parent >= 0 && k < a.from_parent->width; k++)
    receive_on(&a, &a.from_parent->flights[k], true);
  while (a.left > 0) {
    struct tn_peer_request *flight = (struct tn_peer_request *)(void *)tn_request_next(p);
    (flight->is_send ? end_send : end_receive)(&a, flight);
  }
  free(a.to_children);
  free(a.from_parent);
  passing_finish(&a);
}

static struct tn_sizes scratch_adapt(const struct tn_call *call)
{
  struct tn_sizes sizes = { .temp = call->rank == call->root
                                        ? 0
                                        : tn_p2p_aside(call, tn_style_use(call)) };
  struct passing a;
  if (call->memory != TN_IN_DEVICE)
    return sizes;
  passing_init(&a, call);
  sizes.shared = a.in.off - a.out.off + a.in.n * a.in.place;
  if (call->params[TN_STYLE_STAGING] == TN_STAGING_EXPLICIT && !a.has_buffer)
    sizes.shared = 0;
  passing_finish(&a);
  return sizes;
}

#define STYLE_BCAST(paper)                                                                         \
  .collective = TN_BCAST, .source = "ADAPT, " paper, .segmented = true, TN_MESSAGES

const struct tn_algorithm tn_bcast_blocking_tree = {
  STYLE_BCAST("Algorithm 1"),
  .name = "blocking-tree",
  .summary = "segments go down a tree in consecutive blocking messages",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form_blocking,
  .use = tn_style_use_blocking,
  .exchange = run_blocking,
};

const struct tn_algorithm tn_bcast_nonblocking_tree = {
  STYLE_BCAST("Algorithm 2"),
  .name = "nonblocking-tree",
  .summary = "segments go down a tree, each to all children at once; then the rank waits for all",
  .params = { TN_STYLE_PARAMS },
  .form = tn_style_form,
  .use = tn_style_use,
  .exchange = run_nonblocking,
};

const struct tn_algorithm tn_bcast_adapt = {
  STYLE_BCAST("Algorithm 3"),
  .name = "adapt",
  .summary = "segments go down a tree, to each child independently",
  .params = { TN_ADAPT_PARAMS },
  .scratch = scratch_adapt,
  .form = tn_style_form,
  .use = tn_style_use_synchronous,
  .exchange = run_adapt,
};
