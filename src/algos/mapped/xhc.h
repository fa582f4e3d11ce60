/* What the algorithms of the XHC paper share: a hierarchy, and the signals over it (section III.E).
 * A leader announces steps to the members of its groups, a member acknowledges steps to its leader;
 * no other rank writes their flags. */
#ifndef TN_ALGOS_MAPPED_XHC_H
#define TN_ALGOS_MAPPED_XHC_H

#include "algos/kit/hierarchy.h"

/* The parameter `flags`: the members of a group read one flag of their leader, or one each on a line of
 * its own, or one each beside its neighbours' (figure 10). */
enum tn_xhc_flags { TN_FLAGS_SHARED, TN_FLAGS_SEPARATE, TN_FLAGS_TOGETHER };
/* The parameter `sync`: a member acknowledges on its own flag, or by an atomic addition to a
 * counter that all members of a leader share (figure 4). */
enum tn_xhc_sync { TN_SYNC_SINGLE_WRITER, TN_SYNC_ATOMIC };

extern const char *const tn_xhc_flags_names[], *const tn_xhc_sync_names[]; /* NULL-terminated */

struct tn_xhc {
  struct tn_strand *r;
  struct tn_hierarchy tree;
  enum tn_xhc_flags flags;
  enum tn_xhc_sync sync;
  uint64_t counted; /* the own counter before this call */
};

/* The caller's place under the call's root (0 for collectives without one). With TN_SYNC_ATOMIC a
 * member acknowledges at most once in a call. tn_xhc_finish frees what it holds. */
void tn_xhc_begin(struct tn_xhc *x, struct tn_strand *r, int64_t levels, enum tn_xhc_flags flags,
                  enum tn_xhc_sync sync);
void tn_xhc_finish(struct tn_xhc *x);

/* Members of all groups that the caller leads. */
int tn_xhc_n_children(const struct tn_xhc *x);

/* Announces `step` to the members of all groups that the caller leads, the outermost first. Steps
 * count from 1 and only grow. */
void tn_xhc_announce(struct tn_xhc *x, uint32_t step);
/* The condition that the leader has announced `step`, and waiting for it. Not for the head. */
struct tn_cond tn_xhc_announced(const struct tn_xhc *x, uint32_t step);
void tn_xhc_await_leader(struct tn_xhc *x, uint32_t step);
/* Acknowledges `step` to the leader. Does nothing for the head. */
void tn_xhc_acknowledge(struct tn_xhc *x, uint32_t step);
/* Waits until every member of the caller's groups has acknowledged `step`. */
void tn_xhc_await_members(struct tn_xhc *x, uint32_t step);

/* The least of the chunks of all levels (TN_PARAM_SIZES), in bytes: one announced step. */
size_t tn_xhc_grain(const struct tn_xhc *x, int64_t chunks);

/* Flag slots of each rank that the above use, from 0 on. */
int tn_xhc_slots(const struct tn_call *call);

/* Broadcast of the first `total` bytes of the root's receive buffer in chunks, each member from its
 * leader's by `copy` (bcast_xhc.c), with shared flags and acknowledgements on flags. At least 512
 * bytes a chunk. */
void tn_xhc_bcast_exposed(struct tn_strand *r, int64_t levels, size_t total, int64_t chunk);

/* Broadcast of the call's vector through a ring of `n_cells` cells of `chunk` bytes in each
 * leader's shared memory: copied in by the root, on into the cells of the leaders below, out by
 * all ranks. A cell is written again when all members of its leader have read it. The shared memory
 * has n_cells * chunk bytes, or the vector's if that is less. */
void tn_xhc_bcast_cells(struct tn_xhc *x, size_t chunk, size_t n_cells);

#endif
