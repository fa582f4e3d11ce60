/* Gather of MPI libraries: Open MPI's coll/base/coll_base_gather.c, MPICH's gather_intra_binomial.
 *
 * linear: the root receives block after block. binomial: a rank collects the blocks of its subtree,
 * the smallest child's first, and sends them to its parent; a root other than 0 puts them into
 * the order of ranks at the end. */
#include "entries.h"
#include "p2p.h"
#include "patterns.h"
#include "tree.h"

static struct tn_span block_at_root(const struct tn_call *call, int rank)
{
  return (struct tn_span){ call->root, TN_RECV, (size_t)rank * call->block, call->block };
}

static struct tn_span block_at_peer(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_SEND, 0, call->block };
}

static struct tn_p2p_use one_block(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

static struct tn_sizes linear_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, one_block(call)) };
}

static void linear(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, one_block(call));
  if (call->rank != call->root)
    tn_send(&p, call->root, block_at_peer(call, call->rank));
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i != call->root)
      tn_recv(&p, block_at_root(call, i), block_at_peer(call, i));
    else if (!call->in_place)
      tn_move(r, block_at_root(call, i), block_at_peer(call, i));
  tn_p2p_end(&p);
}

/* Where a rank of the tree collects: a leaf has its only block where the user has put it, root 0
 * collects where the user wants the result, others in scratch memory. */
static struct tn_span subtree(const struct tn_call *call, int relative, int first, int count)
{
  const int rank = tn_absolute(call, relative);
  enum tn_buf buf = TN_TEMP;
  if (relative == 0 && call->root == 0)
    buf = TN_RECV;
  else if (relative > 0 && tn_subtree_size(call->n_ranks, relative) == 1)
    buf = TN_SEND;
  return (struct tn_span){ rank, buf, (size_t)(first - relative) * call->block,
                           (size_t)count * call->block };
}

static struct tn_p2p_use subtrees(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 1 };
}

/* All blocks but the root's own, which never leaves its buffers. */
static void root_rotates(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int p = call->n_ranks;
  const struct tn_blocks to = { TN_RECV, call->block, call->block * (size_t)p };
  const struct tn_blocks from = { TN_TEMP, call->block, call->block * (size_t)p };
  const int n_first = p - call->root;
  tn_move(r, tn_block_range(&to, call->root, call->root + 1, n_first - 1),
          tn_block_range(&from, call->root, 1, n_first - 1));
  tn_move(r, tn_block_range(&to, call->root, 0, call->root),
          tn_block_range(&from, call->root, n_first, call->root));
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
  if (v == 0 && !call->in_place)
    tn_move(r, block_at_root(call, call->rank), block_at_peer(call, call->rank));
  else if (v > 0 && size > 1)
    tn_move(r, subtree(call, v, v, 1), block_at_peer(call, call->rank));
  for (int i = tree.n_children - 1; i >= 0; i--) {
    const int child = tree.children[i];
    const int n = tn_subtree_size(call->n_ranks, child);
    tn_recv(&p, subtree(call, v, child, n), subtree(call, child, child, n));
  }
  if (v > 0)
    tn_send(&p, tn_absolute(call, tree.parent), subtree(call, v, v, size));
  else if (call->root != 0)
    root_rotates(r);
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

const struct tn_algorithm tn_gather_linear = {
  .collective = TN_GATHER,
  .name = "linear",
  .summary = "the root receives block after block",
  .source = "Open MPI, coll_base_gather.c",
  .ompi = "basic_linear (1)",
  TN_MESSAGES,
  .unsupported = tn_supports_all,
  .scratch = linear_scratch,
  .run = linear,
};

const struct tn_algorithm tn_gather_binomial = {
  .collective = TN_GATHER,
  .name = "binomial",
  .summary = "each rank collects the blocks of its subtrees",
  .source = "Open MPI, coll_base_gather.c",
  .ompi = "binomial (2)",
  .mpich = "binomial",
  TN_MESSAGES,
  .unsupported = tn_supports_all,
  .scratch = binomial_scratch,
  .run = binomial,
};
