/* Records the actions of strands in the timeline, if the run has one. */
#ifndef TN_SIM_SLICES_H
#define TN_SIM_SLICES_H

#include "strand.h"

struct tn_flag;

/* Records the phase that ends now. `bytes`: bytes moved or prepared; `callers`: callers of the page
 * lock, 0 without a lock. */
void tn_log_phase(struct tn_engine *e, const struct tn_sim_strand *s, const char *name,
                  size_t bytes, int callers);
void tn_log_timed(struct tn_engine *e, const struct tn_sim_strand *s);
/* Records a wait for a flag, seen at `visible`, which continues the poster's critical path. */
void tn_log_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                 double visible);
void tn_log_seen_flag(struct tn_engine *e, const struct tn_sim_strand *s, double from, double to);
/* Records that the strand continues the critical path of `other`. */
void tn_log_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                   const struct tn_sim_strand *other);

#endif
