/* Entry, exit and statistics of calls. What lies between two meetings of all ranks is one stretch: one
 * call, or several that follow each other without. */
#ifndef TN_SIM_CALLS_H
#define TN_SIM_CALLS_H

#include "strand.h"

/* skew[n_ranks]: seconds from a meeting to the rank's entry; transfer full. */
void tn_calls_init(struct tn_engine *e, double *skew);
void tn_calls_finish(struct tn_engine *e);

void tn_call_enter(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The rank's entry is now: its operation is complete. */
void tn_call_entered(struct tn_engine *e, struct tn_sim_strand *s);
void tn_call_leave(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* A message from rank to rank in call number `epoch`; those of the first timed call count. */
void tn_call_count(struct tn_engine *e, uint32_t epoch, int from, int to);
/* When each rank left the last call, in seconds after the first who did: [n_ranks]. */
void tn_calls_exits(const struct tn_engine *e, double *ret_exit);
/* Returns true if the result can only be above one of the point's limits. */
bool tn_calls_exceed(const struct tn_engine *e);
void tn_calls_summarise(struct tn_engine *e);

#endif
