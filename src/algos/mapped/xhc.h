/* Hierarchy and signals of the XHC paper (section III.E). A leader announces steps to the members
 * of its groups; a member acknowledges them. A rank writes only its own flags, except for the
 * atomic counter. */
#ifndef TN_ALGOS_MAPPED_XHC_H
#define TN_ALGOS_MAPPED_XHC_H

#include "algos/kit/hierarchy.h"

/* Parameter `flags`: a leader has one flag for all members, or a flag for each member, on separate
 * lines or on shared lines (figure 10). */
enum tn_xhc_flags { TN_FLAGS_SHARED, TN_FLAGS_SEPARATE, TN_FLAGS_TOGETHER };
/* Parameter `sync`: members acknowledge on their own flags, or by atomic additions to one counter
 * of the leader (figure 4). */
enum tn_xhc_sync { TN_SYNC_SINGLE_WRITER, TN_SYNC_ATOMIC };

extern const char *const tn_xhc_flags_names[], *const tn_xhc_sync_names[]; /* NULL-terminated */

struct tn_xhc {
  struct tn_strand *r;
  struct tn_hierarchy tree;
  enum tn_xhc_flags flags;
  enum tn_xhc_sync sync;
  uint64_t counted; /* value of the caller's atomic counter before this call */
};

/* Initialises the caller's position in the hierarchy, with the root (or rank 0) as head. With
 * TN_SYNC_ATOMIC a member acknowledges at most once in a call. */
void tn_xhc_begin(struct tn_xhc *x, struct tn_strand *r, int64_t levels, enum tn_xhc_flags flags,
                  enum tn_xhc_sync sync);
void tn_xhc_finish(struct tn_xhc *x);

/* Returns the number of members of all groups that the caller leads. */
int tn_xhc_n_children(const struct tn_xhc *x);

/* Announces `step` to all members that the caller leads, the outermost group first. Steps begin
 * with 1 and only increase. */
void tn_xhc_announce(struct tn_xhc *x, uint32_t step);
/* Return the condition that the caller's leader has announced `step`; wait for it. Not for the
 * head, which has no leader. */
struct tn_cond tn_xhc_announced(const struct tn_xhc *x, uint32_t step);
void tn_xhc_await_leader(struct tn_xhc *x, uint32_t step);
/* Acknowledges `step` to the leader, if any; with TN_SYNC_ATOMIC the counter grows by 1. */
void tn_xhc_acknowledge(struct tn_xhc *x, uint32_t step);
void tn_xhc_await_members(struct tn_xhc *x, uint32_t step);

/* Returns the bytes of one announced step: the smallest chunk of all levels (TN_PARAM_SIZES). */
size_t tn_xhc_grain(const struct tn_xhc *x, int64_t chunks);

/* Returns the number of flags of each rank that these functions use, from flag 0 on. */
int tn_xhc_slots(const struct tn_call *call);

/* Broadcasts `total` bytes of the root's receive buffer in chunks of >= 512 bytes. Members copy
 * from their leader's buffer (bcast_xhc.c); flags=shared, sync=single-writer. */
void tn_xhc_bcast_exposed(struct tn_strand *r, int64_t levels, size_t total, int64_t chunk);

/* Broadcasts through a ring of `n_cells` cells of `chunk` bytes in each leader's shared memory: the
 * root copies into its cells, lower leaders from cell to cell, all ranks out of their leader's
 * cells. A cell is reused when all members have read it. The memory has n_cells * chunk bytes, or
 * the vector's if fewer. */
void tn_xhc_bcast_cells(struct tn_xhc *x, size_t chunk, size_t n_cells);

#endif
