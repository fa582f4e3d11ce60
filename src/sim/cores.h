/* Strands that share a core: the rank's own strand and strands that are spawned there. core_sharing
 * sets the policy:
 *
 *    none      no sharing; more than one strand per core is refused before a run (study.c)
 *    fold      one strand at a time until it waits, first ready first served: threads that a
 *              library schedules itself
 *    smt(F)    all k strands at a time, each at F/k of its speed and at most at full speed; a
 *              waiting strand polls and uses its share
 *    slice(T)  round robin with slices of T seconds; a waiting strand polls during its slice and
 *              can see a flag only then
 *
 * A strand that waits for another strand's end or for a call to begin does not take part. The time
 * for which a strand waits for the core counts as part `sync` of its critical path. Sharing neither
 * interrupts nor slows down a pinning under a page lock or the read of a line that has begun. */
#ifndef TN_SIM_CORES_H
#define TN_SIM_CORES_H

#include "strand.h"

void tn_cores_init(struct tn_engine *e);
void tn_cores_finish(struct tn_engine *e);

/* Places a new strand on `core` (number or enum tn_core). Sets the strand's noise_rank. */
void tn_core_take(struct tn_engine *e, struct tn_sim_strand *s, int core);

/* Returns true if the strand may begin its next operation; otherwise it waits for the core. */
bool tn_core_admits(struct tn_engine *e, struct tn_sim_strand *s);
/* Gives the core to other strands if the operation that the strand has begun waits without
 * polling. */
void tn_core_yield_if_waiting(struct tn_engine *e, struct tn_sim_strand *s);
/* Returns true if another strand has the core. This strand then sees a posted flag only in its next
 * slice, and is continued at the beginning of that slice. */
bool tn_core_delays_flag(struct tn_engine *e, struct tn_sim_strand *s);
/* Ends the slice on `core`, the owner of the event. */
void tn_core_event(struct tn_engine *e, void *core);

#endif
