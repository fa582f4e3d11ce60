/* A vector in segments along a tree: down from the root (bcast) or, reduced, up to it. Corresponds
 * to the "generic" functions of Open MPI's coll_base_bcast.c and coll_base_reduce.c. */
#ifndef TN_ALGOS_MESSAGES_SEGMENTS_H
#define TN_ALGOS_MESSAGES_SEGMENTS_H

#include "algos/kit/tree.h"
#include "p2p.h"

/* Part of a vector, cut into segments of `segment` bytes; the last segment may be shorter. An empty
 * part is one empty segment. */
struct tn_cut {
  size_t off, len, segment;
};

/* Returns the whole vector of the call; segment 0: one segment. */
struct tn_cut tn_cut_whole(const struct tn_call *call, int64_t segment);
/* Returns the whole vector of a reduction, with `segment` rounded to the nearest number of whole
 * elements. */
struct tn_cut tn_cut_elements(const struct tn_call *call, int64_t segment);

size_t tn_n_segments(const struct tn_cut *part);
/* Return the bytes of the longest segment; a segment of `rank`'s buffer. */
size_t tn_segment_longest(const struct tn_cut *part);
struct tn_span tn_segment(const struct tn_cut *part, int rank, enum tn_buf buf, size_t i);

/* Returns the use of the part's segments as messages. */
struct tn_p2p_use tn_cut_use(const struct tn_cut *part);

/* Order of the sends of a segment: all together, or each when the one before is complete. */
enum tn_sending { TN_TOGETHER, TN_IN_TURN };

/* Copies the part of the root's RECV to the same part on all ranks. A rank has two receives in
 * progress and sends a segment on before it waits for the next one. */
void tn_tree_down(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part,
                  enum tn_sending sending);

/* Reduces all contributions (algos/kit/reduction.h) up the tree into the root's RECV. Scratch
 * memory begins at TEMP 0. */
void tn_tree_up(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part);
/* Returns the buffer that relative rank `relative` sends to its parent: its contribution for a
 * leaf, otherwise TEMP from 0. */
enum tn_buf tn_tree_outgoing(const struct tn_shape *shape, const struct tn_call *call,
                             int relative);
/* Returns the TEMP bytes of tn_tree_up on call->rank. */
struct tn_sizes tn_tree_up_scratch(const struct tn_call *call, const struct tn_shape *shape,
                                   const struct tn_cut *part);

/* Parameters of bcasts and reductions. */
#define TN_FANOUT_PARAM TN_COUNT_PARAM("fanout", 1, 0, 4, "number of chains")
#define TN_SEGMENT_PARAM                                                                           \
  TN_SIZE_PARAM("segment", 512, 16384, "bytes of a segment", .at_zero = "undivided")

#endif
