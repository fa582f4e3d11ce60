/* Functions shared by the algorithms of the XHC paper: a hierarchy and its signals (section III.E).
 * A leader announces steps to the members of its groups; a member acknowledges steps to its leader.
 * A rank writes only its own flags, except for the atomic counter. */
#ifndef TN_ALGOS_MAPPED_XHC_H
#define TN_ALGOS_MAPPED_XHC_H

#include "algos/kit/hierarchy.h"

/* Parameter `flags`: the members of a group read one flag of their leader, or one flag each on
 * separate lines, or one flag each on shared lines (figure 10). */
enum tn_xhc_flags { TN_FLAGS_SHARED, TN_FLAGS_SEPARATE, TN_FLAGS_TOGETHER };
/* Parameter `sync`: a member acknowledges on its own flag, or by an atomic addition to a counter
 * that all members of a leader share (figure 4). */
enum tn_xhc_sync { TN_SYNC_SINGLE_WRITER, TN_SYNC_ATOMIC };

extern const char *const tn_xhc_flags_names[], *const tn_xhc_sync_names[]; /* NULL-terminated */

struct tn_xhc {
  struct tn_strand *r;
  struct tn_hierarchy tree;
  enum tn_xhc_flags flags;
  enum tn_xhc_sync sync;
  uint64_t counted; /* value of the caller's atomic counter before this call */
};

/* Initialises the caller's position under the call's root (0 for collectives without a root). With
 * TN_SYNC_ATOMIC a member acknowledges at most once in a call. tn_xhc_finish frees the memory. */
void tn_xhc_begin(struct tn_xhc *x, struct tn_strand *r, int64_t levels, enum tn_xhc_flags flags,
                  enum tn_xhc_sync sync);
void tn_xhc_finish(struct tn_xhc *x);

/* Returns the number of members of all groups that the caller leads. */
int tn_xhc_n_children(const struct tn_xhc *x);

/* Announces `step` to the members of all groups that the caller leads, the outermost group first.
 * Steps count from 1 and only increase. */
void tn_xhc_announce(struct tn_xhc *x, uint32_t step);
/* Return the condition that the caller's leader has announced `step`; wait for this condition. The
 * head, which has no leader, must not call them. */
struct tn_cond tn_xhc_announced(const struct tn_xhc *x, uint32_t step);
void tn_xhc_await_leader(struct tn_xhc *x, uint32_t step);
/* Acknowledges `step` to the leader; with TN_SYNC_ATOMIC the counter grows by 1 for any step. Does
 * nothing for the head. */
void tn_xhc_acknowledge(struct tn_xhc *x, uint32_t step);
/* Waits until every member of the caller's groups has acknowledged `step`. */
void tn_xhc_await_members(struct tn_xhc *x, uint32_t step);

/* Returns the smallest chunk of all levels (TN_PARAM_SIZES), in bytes: the size of one announced
 * step. */
size_t tn_xhc_grain(const struct tn_xhc *x, int64_t chunks);

/* Returns the number of flags of each rank that these functions use, from flag 0 on. */
int tn_xhc_slots(const struct tn_call *call);

/* Broadcasts the first `total` bytes of the root's receive buffer in chunks of `chunk` bytes (at
 * least 512). Each member copies from its leader's buffer (bcast_xhc.c), with flags=shared and
 * sync=single-writer. */
void tn_xhc_bcast_exposed(struct tn_strand *r, int64_t levels, size_t total, int64_t chunk);

/* Broadcasts the call's vector through a ring of `n_cells` cells of `chunk` bytes in each leader's
 * shared memory: the root copies the vector into its cells, lower leaders copy it into their own
 * cells, and all ranks copy it out of their leader's cells. A cell is reused when all members of
 * its leader have read it. The shared memory has n_cells * chunk bytes, or the vector's bytes if
 * they are fewer. */
void tn_xhc_bcast_cells(struct tn_xhc *x, size_t chunk, size_t n_cells);

#endif
