/* Scatter and gather of MPI libraries along a binomial tree: where ranks keep blocks on the way.
 *
 * A rank keeps the blocks of its subtree of tn_tree_in_order in relative order: a leaf (odd) and root 0
 * in the user's buffer, others in scratch memory. */
#ifndef TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H

#include "p2p.h"

/* One message of a subtree's blocks. */
struct tn_p2p_use tn_subtree_use(const struct tn_call *call);
/* TEMP bytes of call->rank. */
size_t tn_subtree_temp(const struct tn_call *call);

/* Blocks first .. first + count - 1 (relative ranks) where rank `relative` keeps them. */
struct tn_span tn_subtree_blocks(const struct tn_call *call, int relative, int first, int count);

/* Moves the caller's own block between where it keeps it and the user's buffer. */
void tn_subtree_move_own(struct tn_strand *r);

/* A root other than 0 moves all blocks between its buffer and scratch memory. */
void tn_root_rotates(struct tn_strand *r);

#endif
