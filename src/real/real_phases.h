/* Records what a rank did, when, and with which peer, if the run has memory for phases
 * (tn_real_run.phases). */
#ifndef TN_REAL_REAL_PHASES_H
#define TN_REAL_REAL_PHASES_H

#include "ranks.h"
#include "shared.h"

static inline void tn_phase_progress(struct tn_strand *r)
{
  _Atomic uint64_t *count = &tn_real_strand_of(r)->rank->state->progress;
  atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}

/* Returns the current time if phases are recorded, otherwise 0. */
static inline double tn_phase_begin(struct tn_strand *r)
{
  return tn_real_strand_of(r)->run->phases ? tn_clock_now() : 0.0;
}

/* Records a phase that ends now; sets its `to`. */
void tn_phase_record(struct tn_strand *r, struct tn_real_phase phase);

/* Record the end of a phase without a peer, or of a copy from or to a peer (-1: the rank itself).
 * Both count as progress. */
void tn_phase_end(struct tn_strand *r, const char *name, double from);
void tn_phase_end_copy(struct tn_strand *r, const char *name, double from, int peer, size_t bytes);

/* Records that the rank raises a flag. Call it before raising the flag, so that no rank sees the
 * flag earlier. */
void tn_phase_post(struct tn_strand *r, int rank, int slot, uint64_t value);

#endif
