/* Gather of MPI libraries: Open MPI's coll/base/coll_base_gather.c.
 *
 * linear: the root receives block after block. binomial: a rank collects the blocks of its subtree,
 * the smallest child's first, and sends them to its parent; a root other than 0 puts them into
 * the order of ranks at the end. */
#include "entries.h"
#include "patterns.h"
#include "rooted_messages.h"
#include "tree.h"

static const struct tn_rooted bufs = { .all = TN_RECV, .one = TN_SEND };

/* Where the rank's own block is at the start. */
static struct tn_span own_block(const struct tn_call *call)
{
  return call->in_place && call->rank == call->root ? tn_block_at_root(&bufs, call, call->rank) :
                                                      tn_block_at_rank(&bufs, call, call->rank);
}

static void linear(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_linear_use(call));
  if (call->rank != call->root)
    tn_send(&p, call->root, own_block(call));
  for (int i = 0; i < call->n_ranks && call->rank == call->root; i++)
    if (i != call->root)
      tn_recv(&p, tn_block_at_root(&bufs, call, i), tn_block_at_rank(&bufs, call, i));
    else if (!call->in_place)
      tn_move(r, tn_block_at_root(&bufs, call, i), own_block(call));
  tn_p2p_end(&p);
}

/* Not of a leaf, nor where the block is in its place. */
static void collect_own(struct tn_strand *r, int v)
{
  const struct tn_call *call = r->call;
  if (tn_subtree_in_temp(call, v) || (v == 0 && !call->in_place))
    tn_move(r, tn_subtree_blocks(&bufs, call, v, v, 1), own_block(call));
}

static void binomial(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_tree tree;
  struct tn_p2p p;
  tn_tree_in_order(&tree, call->n_ranks, v);
  tn_p2p_begin(&p, r, tn_subtree_use(call));
  collect_own(r, v);
  for (int i = 0; i < tree.n_children; i++) {
    const int child = tree.children[i];
    const int n = tn_subtree_size(call->n_ranks, child);
    tn_recv(&p, tn_subtree_blocks(&bufs, call, v, child, n),
            tn_subtree_blocks(&bufs, call, child, child, n));
  }
  if (v > 0)
    tn_send(&p, tn_absolute(call, tree.parent),
            tn_subtree_blocks(&bufs, call, v, v, tn_subtree_size(call->n_ranks, v)));
  else if (call->root != 0)
    tn_root_rotates(r, &bufs, false);
  tn_p2p_end(&p);
  tn_tree_finish(&tree);
}

static struct tn_sizes binomial_scratch(const struct tn_call *call)
{
  return tn_subtree_scratch(&bufs, call);
}

#define MESSAGES_GATHER \
  .collective = TN_GATHER, .source = "Open MPI, coll_base_gather.c", TN_MESSAGES, \
  .unsupported = tn_supports_all

const struct tn_algorithm tn_gather_linear = {
  MESSAGES_GATHER,
  .name = "linear",
  .summary = "the root receives block after block",
  .ompi = "basic_linear",
  .ompi_id = 1,
  .scratch = tn_linear_scratch,
  .run = linear,
};

const struct tn_algorithm tn_gather_binomial = {
  MESSAGES_GATHER,
  .name = "binomial",
  .summary = "each rank collects the blocks of its subtrees",
  .ompi = "binomial",
  .ompi_id = 2,
  .mpich = "binomial",
  .scratch = binomial_scratch,
  .run = binomial,
};
