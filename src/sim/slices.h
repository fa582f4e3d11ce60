/* Records the actions of strands in the timeline. The functions do nothing in a run without a
 * timeline. */
#ifndef TN_SIM_SLICES_H
#define TN_SIM_SLICES_H

#include "strand.h"

struct tn_flag;

/* Records the strand's phase that ends now. `bytes`: bytes that the phase moves or prepares;
 * `callers`: callers of the page lock, 0 without a lock. */
void tn_log_phase(struct tn_engine *e, const struct tn_sim_strand *s, const char *name,
                  size_t bytes, int callers);
void tn_log_timed(struct tn_engine *e, const struct tn_sim_strand *s);
/* Records a wait for the flag, which the strand could see at `visible`. The strand continues the
 * critical path of the flag's poster. */
void tn_log_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                 double visible);
void tn_log_seen_flag(struct tn_engine *e, const struct tn_sim_strand *s, double from, double to);
/* Records that the strand continues the critical path of `other` from now on. */
void tn_log_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                   const struct tn_sim_strand *other);

#endif
