/* What the timeline is told of strands. Nothing happens where there is none. */
#ifndef TN_SIM_SLICES_H
#define TN_SIM_SLICES_H

#include "strand.h"

struct tn_flag;

/* The strand's present phase has ended, in which it was to move `bytes`. */
void tn_log_phase(struct tn_engine *e, const struct tn_sim_strand *s, const char *name,
                  size_t bytes, int callers);
/* A plain timer has ended. */
void tn_log_timed(struct tn_engine *e, const struct tn_sim_strand *s);
/* The strand has waited for the flag, which it could see at `visible`, and whose poster's critical
 * path it takes over. */
void tn_log_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                 double visible);
/* The strand has read the line of a flag. */
void tn_log_sight(struct tn_engine *e, const struct tn_sim_strand *s, double from, double to);
/* The strand's critical path is that of the other from now on. */
void tn_log_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                   const struct tn_sim_strand *other);

#endif
