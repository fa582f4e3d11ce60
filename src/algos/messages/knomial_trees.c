/* Trees of UCC (tl/ucp): reduce and gather `knomial`, up the tree of kit/knomial.h.
 *
 * A rank has up to radix - 1 children on each level. Level by level, the nearest children first, it
 * receives from all of them, then sends to its parent. reduce adds the vectors of a level when all
 * of them are complete. gather stores the blocks of a subtree in scratch memory in relative order;
 * a leaf sends from its own buffer. The root receives into the final places, in two messages if
 * blocks wrap around the last rank.
 *
 * T: ceil(log_k p) levels; in a reduce each has k - 1 vectors; in a gather the root receives p - 1
 * blocks in total. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/knomial.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"
#include "knomial_forms.h"
#include "p2p.h"

enum { RADIX = TN_KNOMIAL_RADIX };

static struct tn_knomial tree_of(const struct tn_call *call, int v)
{
  return tn_knomial(call->n_ranks, v, call->params[RADIX] - 1);
}

static struct tn_knomial own_tree(const struct tn_call *call)
{
  return tree_of(call, tn_relative(call, call->rank));
}

static bool is_leaf(const struct tn_call *call, int v)
{
  const struct tn_knomial tree = tree_of(call, v);
  return !tn_knomial_has_children(&tree);
}

/* Receives from the n children of a level and waits for them. Child i is the relative rank
 * first + i * stride. `q` is memory for requests. */
typedef void take_level(struct tn_p2p *p, struct tn_request *q, int n, int first, int stride);
typedef void send_up(struct tn_p2p *p, struct tn_request *q);

/* Takes the data of all children, level by level, then sends to the parent. */
static void climb(struct tn_p2p *p, take_level *take, send_up *send)
{
  const struct tn_knomial tree = own_tree(p->r->call);
  /* The root of a gather may need two requests for one child. */
  struct tn_request *q = tn_zeros((size_t)tree.throttle + 2, sizeof *q);
  for (int round = tree.n_rounds; round > tree.round && tn_knomial_has_children(&tree); round--) {
    int first, stride;
    const int n = tn_knomial_children(&tree, round, &first, &stride);
    take(p, q, n, first, stride);
  }
  if (tree.parent >= 0)
    send(p, q);
  free(q);
}

/* Returns the span that relative rank v sends to its parent: its sum, or a leaf's own vector. */
static struct tn_span sum_at(const struct tn_call *call, int v)
{
  const int rank = tn_absolute(call, v);
  const enum tn_buf buf = is_leaf(call, v) ? tn_contribution(call, rank)
                          : v == 0         ? TN_RECV
                                           : TN_TEMP;
  return (struct tn_span){ rank, buf, 0, call->block };
}

/* Returns the span in TEMP that receives vector i of a level, after the sum (not at the root). */
static struct tn_span scratch_span(const struct tn_call *call, int v, int i)
{
  const size_t before = (size_t)i + (v > 0);
  return (struct tn_span){ call->rank, TN_TEMP, before * call->block, call->block };
}

static void add_level(struct tn_p2p *p, struct tn_request *q, int n, int first, int stride)
{
  struct tn_strand *r = p->r;
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  const struct tn_span left = stride == 1 ? tn_own_vector(call) : sum_at(call, v);
  for (int i = 0; i < n; i++)
    tn_irecv(p, &q[i], scratch_span(call, v, i), sum_at(call, first + i * stride));
  tn_request_wait_all(p, n, q);
  tn_reduce_row(r, sum_at(call, v), left, scratch_span(call, v, 0), n);
}

static void send_sum(struct tn_p2p *p, struct tn_request *q)
{
  const struct tn_call *call = p->r->call;
  const struct tn_knomial tree = own_tree(call);
  tn_isend(p, &q[0], tn_absolute(call, tree.parent), sum_at(call, tree.rank));
  tn_request_wait(p, &q[0]);
}

static void reduce(struct tn_p2p *p)
{
  if (p->r->call->n_ranks == 1)
    tn_move_own_vector(p->r);
  else
    climb(p, add_level, send_sum);
}

static struct tn_sizes reduce_scratch(const struct tn_call *call)
{
  const struct tn_knomial tree = own_tree(call);
  const size_t n = (size_t)(tree.rank > 0) + (size_t)tree.throttle;
  return (struct tn_sizes){ .temp = tn_knomial_has_children(&tree) ? n * call->block : 0 };
}

static int subtree(const struct tn_call *call, int v)
{
  const struct tn_knomial tree = tree_of(call, v);
  return tn_knomial_subtree(&tree);
}

/* Returns the span of `count` blocks, beginning with the block of relative rank `first`, in the
 * memory of relative rank v, which is not the root. */
static struct tn_span kept(const struct tn_call *call, int v, int first, int count)
{
  return (struct tn_span){ tn_absolute(call, v), is_leaf(call, v) ? TN_SEND : TN_TEMP,
                           (size_t)(first - v) * call->block, (size_t)count * call->block };
}

/* Returns the span of `count` blocks, beginning with the block of relative rank `first`, in the
 * root's receive buffer, where the blocks must be contiguous. */
static struct tn_span placed(const struct tn_call *call, int first, int count)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block_range(&recv, call->root, tn_absolute(call, first), count);
}

/* Returns the number of blocks of a child's subtree before the blocks wrap around from the last
 * rank to rank 0. */
static int before_break(const struct tn_call *call, int child)
{
  const int n = subtree(call, child), rest = call->n_ranks - tn_absolute(call, child);
  return n < rest ? n : rest;
}

static int receive_at_root(struct tn_p2p *p, struct tn_request *q, int child)
{
  const struct tn_call *call = p->r->call;
  const int n = subtree(call, child), first = before_break(call, child);
  tn_irecv(p, &q[0], placed(call, child, first), kept(call, child, child, first));
  if (first == n)
    return 1;
  tn_irecv(p, &q[1], placed(call, child + first, n - first),
           kept(call, child, child + first, n - first));
  return 2;
}

static void collect_level(struct tn_p2p *p, struct tn_request *q, int n, int first, int stride)
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  int n_receives = 0;
  for (int i = 0; i < n; i++) {
    const int child = first + i * stride, size = subtree(call, child);
    if (v == 0)
      n_receives += receive_at_root(p, &q[n_receives], child);
    else
      tn_irecv(p, &q[n_receives++], kept(call, v, child, size), kept(call, child, child, size));
  }
  tn_request_wait_all(p, n_receives, q);
}

static void send_blocks(struct tn_p2p *p, struct tn_request *q)
{
  const struct tn_call *call = p->r->call;
  const struct tn_knomial tree = own_tree(call);
  const int v = tree.rank, parent = tree.parent, n = subtree(call, v);
  const int first = parent == 0 ? before_break(call, v) : n;
  tn_isend(p, &q[0], tn_absolute(call, parent), kept(call, v, v, first));
  if (first < n)
    tn_isend(p, &q[1], tn_absolute(call, parent), kept(call, v, v + first, n - first));
  tn_request_wait_all(p, first < n ? 2 : 1, q);
}

static void gather(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  const struct tn_span own = { call->rank, TN_SEND, 0, call->block };
  if (v == 0 && !call->in_place)
    tn_move(p->r, placed(call, 0, 1), own);
  else if (v > 0 && !is_leaf(call, v))
    tn_move(p->r, kept(call, v, v, 1), own);
  climb(p, collect_level, send_blocks);
}

static struct tn_sizes gather_scratch(const struct tn_call *call)
{
  const struct tn_knomial tree = own_tree(call);
  const bool keeps = tree.rank > 0 && tn_knomial_has_children(&tree);
  return (struct tn_sizes){ .temp = keeps ? (size_t)tn_knomial_subtree(&tree) * call->block : 0 };
}

/* Computes the closed form of the root's receives by level: vectors, or blocks of subtrees. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const bool adds = call->collective == TN_REDUCE;
  const double bytes = (double)call->block;
  if (call->params[RADIX] < 2)
    return false;
  const struct tn_knomial root = tree_of(call, 0);
  for (int round = root.n_rounds, held = 1; round > 0; round--) {
    int first, stride;
    const int n = tn_knomial_children(&root, round, &first, &stride);
    const int64_t end = (int64_t)stride * (root.throttle + 1);
    const int next = end < call->n_ranks ? (int)end : call->n_ranks;
    tn_steps_send(s, n, adds ? bytes : bytes * (next - held) / n);
    if (adds)
      tn_knomial_form_sums(s, n, bytes);
    held = next;
  }
  return true;
}

#define KNOMIAL                                                                                    \
  TN_MESSAGES, .name = "knomial", .ucc = "knomial", .params = { [RADIX] = TN_RADIX_PARAM(4) },     \
               .form = form

const struct tn_algorithm tn_reduce_knomial = {
  KNOMIAL,
  .collective = TN_REDUCE,
  .summary = "vectors go up a k-nomial tree, from all children of a level at once",
  .source = "UCC, tl/ucp/reduce/reduce_knomial.c",
  .scratch = reduce_scratch,
  .use = tn_use_block,
  .exchange = reduce,
};

const struct tn_algorithm tn_gather_knomial = {
  KNOMIAL,
  .collective = TN_GATHER,
  .summary = "subtrees' blocks go up a k-nomial tree, from all children of a level at once",
  .source = "UCC, tl/ucp/gather/gather_knomial.c",
  .scratch = gather_scratch,
  .sends = { TN_BLOCK_PER_RANK, 2, false }, /* blocks of a subtree, in up to two messages */
  .exchange = gather,
};
