/* Entry to calls, exit from calls, and statistics of calls. A stretch is the sequence of calls
 * between two meetings of all ranks: one call, or several back-to-back calls. */
#ifndef TN_SIM_CALLS_H
#define TN_SIM_CALLS_H

#include "strand.h"

/* Takes ownership of skew[n_ranks], the seconds from a meeting to each rank's entry. */
void tn_calls_init(struct tn_engine *e, double *skew);
void tn_calls_finish(struct tn_engine *e);

void tn_call_enter(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Records the present time as the entry of the strand's rank, and completes the operation
 * TN_OP_ENTER. */
void tn_call_entered(struct tn_engine *e, struct tn_sim_strand *s);
void tn_call_leave(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Counts a message from rank `from` to rank `to` in call number `epoch`. Ignores messages of other
 * calls than the first timed one. */
void tn_call_count(struct tn_engine *e, uint32_t epoch, int from, int to);
/* Sets ret_exit[n_ranks] to the seconds from the first rank's exit to each rank's exit in the last
 * call. */
void tn_calls_exits(const struct tn_engine *e, double *ret_exit);
/* Returns true if the result will exceed a limit of the race (struct tn_sim_race). */
bool tn_calls_exceed(const struct tn_engine *e);
void tn_calls_summarise(struct tn_engine *e);

#endif
