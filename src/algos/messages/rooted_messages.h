/* Places of the blocks in a scatter or gather along a binomial tree.
 *
 * A rank stores the blocks of its subtree (of tn_tree_in_order) in relative order. A leaf (odd
 * relative rank) and a root that is rank 0 store them in the user's buffer, other ranks in scratch
 * memory. */
#ifndef TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROOTED_MESSAGES_H

#include "p2p.h"

struct tn_p2p_use tn_subtree_use(const struct tn_call *call);
size_t tn_subtree_temp(const struct tn_call *call);

/* Returns the blocks of relative ranks first .. first + count - 1 as a span in the memory of
 * relative rank `relative`. */
struct tn_span tn_subtree_blocks(const struct tn_call *call, int relative, int first, int count);

/* Moves the caller's block between the user's buffer and its subtree's blocks. */
void tn_subtree_move_own(struct tn_strand *r);

/* Moves all blocks of a root other than 0 between user's buffer (rank order) and scratch (relative
 * order). */
void tn_root_rotates(struct tn_strand *r);

#endif
