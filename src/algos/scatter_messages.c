/* Scatter of MPI libraries: Open MPI's coll/base/coll_base_scatter.c, MPICH's scatter_intra_binomial.
 *
 * linear: the root sends block after block. linear-nb: it starts all sends, then waits for all.
 * binomial: a rank receives the blocks of its subtree and sends their parts to its children, the
 * largest first; a root other than 0 first puts the blocks in relative order. */
#include "entries.h"
#include "p2p.h"
#include "patterns.h"
#include "tree.h"

#include <stdlib.h>

static struct tn_span block_at_root(const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, TN_SEND, (size_t)rank * call->block, call->block };
}

static struct tn_span own_block(const struct tn_call *call)
{
  return (struct tn_span){ call->rank, TN_RECV, 0, call->block };
}

static struct tn_p2p_use one_block(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

static struct tn_sizes linear_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, one_block(call)) };
}

static void keep_own(struct tn_strand *r)
{
  if (!r->call->in_place)
    tn_move(r, own_block(r->call), block_at_root(r->call, r->call->root));
}

static void linear(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, one_block(call));
  if (call->rank != call->root)
    tn_recv(&p, own_block(call), block_at_root(call, call->rank));
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i == call->root)
      keep_own(r);
    else
      tn_send(&p, i, block_at_root(call, i));
  tn_p2p_end(&p);
}

static void root_starts_all(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  struct tn_request *sends = calloc((size_t)call->n_ranks, sizeof *sends);
  if (!sends)
    abort();
  int n = 0;
  for (int i = 0; i < call->n_ranks; i++)
    if (i == call->root)
      keep_own(p->r);
    else
      tn_isend(p, &sends[n++], i, block_at_root(call, i));
  tn_request_wait_all(p, n, sends);
  free(sends);
}

static void linear_nb(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, one_block(call));
  if (call->rank == call->root)
    root_starts_all(&p);
  else
    tn_recv(&p, own_block(call), block_at_root(call, call->rank));
  tn_p2p_end(&p);
}

/* Where a rank of the tree keeps the blocks of its subtree: a leaf where the user wants its only
 * one, root 0 where it has them, others in scratch memory. */
static struct tn_span subtree(const struct tn_call *call, int relative, int first, int count)
{
  const int rank = tn_absolute(call, relative);
  enum tn_buf buf = TN_TEMP;
  if (relative == 0 && call->root == 0)
    buf = TN_SEND;
  else if (relative > 0 && tn_subtree_size(call->n_ranks, relative) == 1)
    buf = TN_RECV;
  return (struct tn_span){ rank, buf, (size_t)(first - relative) * call->block,
                           (size_t)count * call->block };
}

static struct tn_p2p_use subtrees(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 1 };
}

static void root_rotates(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  const struct tn_blocks to = { TN_TEMP, call->block, call->block * (size_t)p };
  const struct tn_blocks from = { TN_SEND, call->block, call->block * (size_t)p };
  const int n_first = p - call->root;
  tn_move(r, tn_block_range(&to, call->root, 0, n_first),
          tn_block_range(&from, call->root, call->root, n_first));
  tn_move(r, tn_block_range(&to, call->root, n_first, call->root),
          tn_block_range(&from, call->root, 0, call->root));
}

static void binomial(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  const int size = tn_subtree_size(call->n_ranks, v);
  struct tn_tree tree;
  struct tn_p2p p;
  tn_tree_knomial(&tree, call->n_ranks, v, 2);
  tn_p2p_begin(&p, r, subtrees(call));
  if (v > 0)
    tn_recv(&p, subtree(call, v, v, size), subtree(call, tree.parent, v, size));
  else if (call->root != 0 && tree.n_children > 0)
    root_rotates(r);
  if (v == 0)
    keep_own(r);
  else if (size > 1)
    tn_move(r, own_block(call), subtree(call, v, v, 1));
  for (int i = 0; i < tree.n_children; i++) {
    const int child = tree.children[i];
    tn_send(&p, tn_absolute(call, child),
            subtree(call, v, child, tn_subtree_size(call->n_ranks, child)));
  }
  tn_p2p_end(&p);
  tn_tree_finish(&tree);
}

static struct tn_sizes binomial_scratch(const struct tn_call *call)
{
  const int v = tn_relative(call, call->rank);
  const struct tn_span all = subtree(call, v, v, tn_subtree_size(call->n_ranks, v));
  return (struct tn_sizes){ .temp = all.buf == TN_TEMP ? all.len : 0,
                            .shared = tn_p2p_shared(call, subtrees(call)) };
}

const struct tn_algorithm tn_scatter_linear = {
  .collective = TN_SCATTER,
  .name = "linear",
  .summary = "the root sends block after block",
  .source = "Open MPI, coll_base_scatter.c",
  .ompi = "basic_linear (1)",
  TN_MESSAGES,
  .unsupported = tn_supports_all,
  .scratch = linear_scratch,
  .run = linear,
};

const struct tn_algorithm tn_scatter_linear_nb = {
  .collective = TN_SCATTER,
  .name = "linear-nb",
  .summary = "the root starts all sends, then waits for all",
  .source = "Open MPI, coll_base_scatter.c",
  .ompi = "linear_nb (3)",
  TN_MESSAGES,
  .unsupported = tn_supports_all,
  .scratch = linear_scratch,
  .run = linear_nb,
};

const struct tn_algorithm tn_scatter_binomial = {
  .collective = TN_SCATTER,
  .name = "binomial",
  .summary = "each rank passes on the blocks of its subtrees",
  .source = "Open MPI, coll_base_scatter.c",
  .ompi = "binomial (2)",
  .mpich = "binomial",
  TN_MESSAGES,
  .unsupported = tn_supports_all,
  .scratch = binomial_scratch,
  .run = binomial,
};
