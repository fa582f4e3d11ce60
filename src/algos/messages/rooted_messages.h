/* Scatter and gather of MPI libraries along a binomial tree: the places where intermediate ranks
 * store blocks.
 *
 * A rank stores the blocks of its subtree (of tn_tree_in_order) in relative order. A leaf (odd
 * relative rank) and a root that is rank 0 store them in the user's buffer, other ranks in scratch
 * memory. */
#ifndef TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H

#include "p2p.h"

/* Returns the upper limits for one message with the blocks of a subtree. */
struct tn_p2p_use tn_subtree_use(const struct tn_call *call);
/* Returns the bytes of TEMP that call->rank needs for its subtree. */
size_t tn_subtree_temp(const struct tn_call *call);

/* Returns the span of the blocks of relative ranks first .. first + count - 1 in the memory of
 * relative rank `relative`. */
struct tn_span tn_subtree_blocks(const struct tn_call *call, int relative, int first, int count);

/* Moves the caller's own block between the user's buffer and the blocks of its subtree. */
void tn_subtree_move_own(struct tn_strand *r);

/* Moves all blocks between the user's buffer (rank order) and the scratch memory (relative order)
 * of a root other than rank 0. */
void tn_root_rotates(struct tn_strand *r);

#endif
