/* bcast, reduce and allreduce over two binary trees (kit/double_tree_shape.h), each with half of
 * the vector: UCC's `dbt` (tl/ucp: bcast_dbt.c, reduce_dbt.c, allreduce_dbt.c; main of 2025).
 *
 * bcast: the root of the broadcast sends each half to the root of that half's tree. The parents of
 *   the root of the broadcast skip it. A rank forwards the first half when it has arrived, then the
 *   second.
 * reduce: a rank receives from up to two children in each tree at once. When a half has come from
 *   all children, the rank adds its own and sends the sum to its parent. At the end the roots of
 *   the trees send their sums to the root of the reduction, or move them.
 * allreduce: a reduce to rank 0, then a bcast from rank 0. T: about 2 lg p messages with half of
 * the vector down, and as many up. The halves are not cut further, as in UCC. Departure: an
 * allreduce in place also uses this algorithm; UCC runs another one. */
#include "algos/entries.h"
#include "algos/kit/double_tree_shape.h"
#include "algos/kit/exchange.h"
#include "algos/kit/reduction.h"
#include "p2p.h"

/* For each half a rank sends to at most two children and one root (of the tree or the call). */
enum { CHILDREN = 2, MAX_SENDS = TN_TREES * (CHILDREN + 1) };

struct part {
  struct tn_p2p *p;
  struct tn_half_tree tree[TN_TREES];
  int root;
  struct tn_request sends[MAX_SENDS];
  int n_sends;
};

static struct tn_span half(const struct tn_call *call, int rank, enum tn_buf buf, int which)
{
  const size_t size = tn_element_size(call);
  const struct tn_elements whole = { 0, call->block / size };
  const struct tn_elements piece = tn_elements_piece(whole, TN_TREES, (size_t)which);
  return (struct tn_span){ rank, buf, piece.first * size, piece.n * size };
}

static struct tn_p2p_use use_of(const struct tn_call *call)
{
  const size_t ways = call->collective == TN_ALLREDUCE ? 2 : 1;
  return (struct tn_p2p_use){ .largest = half(call, 0, TN_RECV, 0).len,
                              .messages = TN_TREES * ways };
}

static void send(struct part *w, int to, struct tn_span own)
{
  tn_isend(w->p, &w->sends[w->n_sends++], to, own);
}

static void wait_for_sends(struct part *w)
{
  tn_request_wait_all(w->p, w->n_sends, w->sends);
  w->n_sends = 0;
}

/* Broadcast down the trees. */

static void receive_half(struct part *w, int which, int from, struct tn_request *q)
{
  const struct tn_call *call = w->p->r->call;
  tn_irecv(w->p, q, half(call, call->rank, TN_RECV, which), half(call, from, TN_RECV, which));
}

/* Starts the receives of both halves. If the caller is the root of a tree, it receives that half
 * from the root of the broadcast, and this receive starts first. */
static void start_receives(struct part *w, struct tn_request receives[TN_TREES])
{
  const int rank = w->p->r->call->rank;
  for (int i = 0; i < TN_TREES; i++)
    if (w->tree[i].root == rank)
      receive_half(w, i, w->root, &receives[i]);
  for (int i = 0; i < TN_TREES; i++)
    if (w->tree[i].root != rank)
      receive_half(w, i, w->tree[i].parent, &receives[i]);
}

static void send_down(struct part *w)
{
  const struct tn_call *call = w->p->r->call;
  struct tn_request receives[TN_TREES];
  const bool is_root = call->rank == w->root;
  for (int i = 0; i < TN_TREES && is_root; i++)
    if (w->tree[i].root != call->rank)
      send(w, w->tree[i].root, half(call, call->rank, TN_RECV, i));
  if (!is_root)
    start_receives(w, receives);
  for (int i = 0; i < TN_TREES; i++) {
    if (!is_root)
      tn_request_wait(w->p, &receives[i]);
    for (int c = 0; c < w->tree[i].n_children; c++)
      if (w->tree[i].children[c] != w->root)
        send(w, w->tree[i].children[c], half(call, call->rank, TN_RECV, i));
  }
  wait_for_sends(w);
}

/* Reduction up the trees. */

/* Returns the span in TEMP that receives a half from child number `child`. */
static struct tn_span receive_span(const struct tn_call *call, int rank, int which, int child)
{
  struct tn_span span = half(call, rank, TN_TEMP, which);
  span.off = CHILDREN * span.off + (size_t)child * span.len;
  return span;
}

/* Returns the span of the half that a rank sends to its parent: a leaf's contribution, otherwise
 * the sum, which is in the place of the first child's half. */
static struct tn_span sum_at(const struct tn_call *call, int rank, int which)
{
  return tn_double_tree(call->n_ranks, rank, which).n_children == 0
             ? half(call, rank, tn_contribution(call, rank), which)
             : receive_span(call, rank, which, 0);
}

/* Adds the caller's half to those of all its children, and sends the sum to the parent. */
static void pass_up(struct part *w, int which)
{
  struct tn_strand *r = w->p->r;
  const struct tn_call *call = r->call;
  const struct tn_half_tree *tree = &w->tree[which];
  const struct tn_span sum = sum_at(call, call->rank, which);
  const struct tn_span src[] = { sum,
                                 half(call, call->rank, tn_contribution(call, call->rank), which),
                                 receive_span(call, call->rank, which, 1) };
  if (tree->n_children > 0)
    r->transport->reduce(r, sum, 1 + tree->n_children, src);
  if (tree->parent >= 0)
    send(w, tree->parent, sum);
}

/* Receives halves from all children, and passes each complete sum up. */
static void add_up(struct part *w)
{
  const struct tn_call *call = w->p->r->call;
  struct tn_request receives[TN_TREES * CHILDREN];
  int left[TN_TREES], n_left = 0;
  for (int i = 0; i < TN_TREES; i++) {
    n_left += left[i] = w->tree[i].n_children;
    for (int c = 0; c < CHILDREN; c++) {
      struct tn_request *q = &receives[i * CHILDREN + c];
      if (c < left[i])
        tn_irecv(w->p, q, receive_span(call, call->rank, i, c),
                 sum_at(call, w->tree[i].children[c], i));
      else
        *q = (struct tn_request){ .peer = -1 };
    }
  }
  for (int i = 0; i < TN_TREES; i++)
    if (left[i] == 0)
      pass_up(w, i);
  for (; n_left > 0; n_left--) {
    const int done = tn_request_wait_any(w->p, TN_TREES * CHILDREN, receives);
    receives[done].peer = -1;
    if (--left[done / CHILDREN] == 0)
      pass_up(w, done / CHILDREN);
  }
  wait_for_sends(w);
}

/* Sends the sums from the trees' roots to the root of the reduction. */
static void hand_over(struct part *w)
{
  struct tn_strand *r = w->p->r;
  const struct tn_call *call = r->call;
  struct tn_request receives[TN_TREES];
  int n_receives = 0;
  for (int i = 0; i < TN_TREES; i++) {
    const int from = w->tree[i].root;
    if (from == call->rank && from != w->root)
      send(w, w->root, sum_at(call, from, i));
    else if (call->rank == w->root && from != w->root)
      tn_irecv(w->p, &receives[n_receives++], half(call, w->root, TN_RECV, i),
               sum_at(call, from, i));
  }
  tn_request_wait_all(w->p, n_receives, receives);
  wait_for_sends(w);
  for (int i = 0; i < TN_TREES; i++)
    if (call->rank == w->root && w->tree[i].root == w->root)
      tn_move(r, half(call, w->root, TN_RECV, i), sum_at(call, w->root, i));
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const bool adds = tn_collective_reduces(call->collective);
  struct part w = { .p = p, .root = call->collective == TN_ALLREDUCE ? 0 : call->root };
  for (int i = 0; i < TN_TREES; i++)
    w.tree[i] = tn_double_tree(call->n_ranks, call->rank, i);
  if (call->n_ranks == 1 && adds)
    tn_move_own_vector(p->r);
  if (call->n_ranks == 1)
    return;
  if (adds) {
    add_up(&w);
    hand_over(&w);
  }
  if (call->collective != TN_REDUCE)
    send_down(&w);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool adds = tn_collective_reduces(call->collective) && call->n_ranks > 1;
  return (struct tn_sizes){ .temp = adds ? CHILDREN * call->block : 0,
                            .temp_largest = call->block };
}

/* Returns the largest number of messages, one after another, from the root to any rank in either
 * tree. A rank serves its children one after another. */
static int longest_path(const struct tn_call *call, int root)
{
  int longest = 0;
  for (int leaf = 0; leaf < TN_TREES * call->n_ranks; leaf++) {
    const int which = leaf % TN_TREES;
    struct tn_half_tree tree = tn_double_tree(call->n_ranks, leaf / TN_TREES, which);
    int rank = leaf / TN_TREES, n = tree.root != root;
    while (tree.parent >= 0) {
      const int child = rank;
      rank = tree.parent;
      tree = tn_double_tree(call->n_ranks, rank, which);
      n += tree.children[0] == child ? 1 : 2;
    }
    longest = n > longest ? n : longest;
  }
  return longest;
}

/* Computes the closed form of the longest path, down, up or both. Each message up is added to a
 * sum, except those to the root of the reduction. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const int n = longest_path(call, call->collective == TN_ALLREDUCE ? 0 : call->root);
  const double bytes = (double)half(call, 0, TN_RECV, 0).len;
  const bool adds = tn_collective_reduces(call->collective);
  tn_steps_send(s, call->collective == TN_ALLREDUCE ? 2 * n : n, bytes);
  if (adds)
    tn_steps_sum(s, n - 1, bytes);
  return true;
}

#define DOUBLE_TREE(collective_name)                                                               \
  .name = "double-tree", .ucc = "dbt", TN_MESSAGES,                                                \
  .source = "UCC, tl/ucp/" collective_name "/" collective_name "_dbt.c", .scratch = scratch,       \
  .form = form, .use = use_of, .exchange = exchange

const struct tn_algorithm tn_bcast_double_tree = {
  DOUBLE_TREE("bcast"),
  .collective = TN_BCAST,
  .summary = "halves go down two binary trees; inner ranks of one are leaves of the other",
};

const struct tn_algorithm tn_reduce_double_tree = {
  DOUBLE_TREE("reduce"),
  .collective = TN_REDUCE,
  .summary = "halves go up two binary trees; inner ranks of one are leaves of the other",
};

const struct tn_algorithm tn_allreduce_double_tree = {
  DOUBLE_TREE("allreduce"),
  .collective = TN_ALLREDUCE,
  .summary = "halves go up two binary trees to rank 0, then down the same trees",
};
