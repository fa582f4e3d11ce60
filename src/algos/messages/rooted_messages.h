/* Scatter and gather of MPI libraries: what their linear and binomial forms have in common. */
#ifndef TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H

#include "p2p.h"

/* The user's buffers: the root's of p blocks, by rank, and every rank's of its own block. */
struct tn_rooted {
  enum tn_buf all, one;
};

struct tn_span tn_block_at_root(const struct tn_rooted *bufs, const struct tn_call *call, int rank);
struct tn_span tn_block_at_rank(const struct tn_rooted *bufs, const struct tn_call *call, int rank);

/* One message of a block from or to the root. */
struct tn_p2p_use tn_linear_use(const struct tn_call *call);
struct tn_sizes tn_linear_scratch(const struct tn_call *call);

/* One message of a subtree's blocks along tn_tree_in_order. A rank keeps the blocks of its subtree
 * in relative order: a leaf (odd) and root 0 in the user's buffer, others in scratch memory. */
struct tn_p2p_use tn_subtree_use(const struct tn_call *call);
struct tn_sizes tn_subtree_scratch(const struct tn_rooted *bufs, const struct tn_call *call);

/* Blocks first .. first + count - 1 (relative ranks) where rank `relative` keeps them. */
struct tn_span tn_subtree_blocks(const struct tn_rooted *bufs, const struct tn_call *call,
                                 int relative, int first, int count);

/* Whether a rank keeps its subtree in scratch memory. */
bool tn_subtree_in_temp(const struct tn_call *call, int relative);

/* A root other than 0 moves all blocks between its buffer and scratch memory. */
void tn_root_rotates(struct tn_strand *r, const struct tn_rooted *bufs, bool to_temp);

#endif
