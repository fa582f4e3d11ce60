/* Moves a vector in segments along a tree: down from the root (bcast) or, with reduction, up to the
 * root. The functions correspond to the "generic" functions of Open MPI's coll_base_bcast.c and
 * coll_base_reduce.c. */
#ifndef TN_ALGOS_MESSAGES_SEGMENTS_H
#define TN_ALGOS_MESSAGES_SEGMENTS_H

#include "algos/kit/tree.h"
#include "p2p.h"

/* A part of a vector, bytes off .. off + len - 1, cut into segments of `segment` bytes. The last
 * one may be shorter. An empty part is one empty segment. */
struct tn_cut {
  size_t off, len, segment;
};

/* Returns the call's whole vector, cut into segments of `segment` bytes; 0: one segment. */
struct tn_cut tn_cut_whole(const struct tn_call *call, int64_t segment);
/* Returns a reduction's whole vector, cut into segments of `segment` bytes, rounded to elements. */
struct tn_cut tn_cut_elements(const struct tn_call *call, int64_t segment);

size_t tn_n_segments(const struct tn_cut *part);
/* Return the bytes of the longest segment; the span of segment i in `buf` of `rank`. */
size_t tn_segment_longest(const struct tn_cut *part);
struct tn_span tn_segment(const struct tn_cut *part, int rank, enum tn_buf buf, size_t i);

/* Returns the limits of messages if each segment is one message. */
struct tn_p2p_use tn_cut_use(const struct tn_cut *part);

/* Order in which a segment is sent to the children: to all at once, or to the next child when the
 * previous send is complete. */
enum tn_sending { TN_TOGETHER, TN_IN_TURN };

/* Sends `part` of the root's RECV down the tree to RECV of all ranks. A rank has two receives in
 * progress, and forwards a segment before it waits for the next one. */
void tn_tree_down(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part,
                  enum tn_sending sending);

/* Reduces all contributions into the root's RECV. Scratch memory is at the start of TEMP. */
void tn_tree_up(struct tn_p2p *p, const struct tn_shape *shape, const struct tn_cut *part);
/* Returns the buffer from which a rank sends to its parent: a leaf's contribution, otherwise TEMP
 * from byte 0. */
enum tn_buf tn_tree_outgoing(const struct tn_shape *shape, const struct tn_call *call,
                             int relative);
struct tn_sizes tn_tree_up_scratch(const struct tn_call *call, const struct tn_shape *shape,
                                   const struct tn_cut *part);

#define TN_FANOUT_PARAM TN_COUNT_PARAM("fanout", 1, 0, 4, "number of chains")
#define TN_SEGMENT_PARAM                                                                           \
  TN_SIZE_PARAM("segment", 512, 16384, "bytes of a segment", .at_zero = "undivided")

#endif
