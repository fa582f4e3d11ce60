/* Scatter and gather of MPI libraries along a binomial tree: the places of blocks on intermediate
 * ranks.
 *
 * A rank stores the blocks of its subtree of tn_tree_in_order in relative order: a leaf (odd) and
 * root 0 in the user's buffer, other ranks in scratch memory. */
#ifndef TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H

#include "p2p.h"

/* Returns the use of one message with a subtree's blocks. */
struct tn_p2p_use tn_subtree_use(const struct tn_call *call);
/* Returns the TEMP bytes of call->rank. */
size_t tn_subtree_temp(const struct tn_call *call);

/* Returns blocks first .. first + count - 1 (relative ranks) in the memory of rank `relative`. */
struct tn_span tn_subtree_blocks(const struct tn_call *call, int relative, int first, int count);

/* Moves the caller's own block between its subtree's blocks and the user's buffer. */
void tn_subtree_move_own(struct tn_strand *r);

/* Moves all blocks between the buffer and the scratch memory of a root other than 0. */
void tn_root_rotates(struct tn_strand *r);

#endif
