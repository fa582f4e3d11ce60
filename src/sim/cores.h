/* Strands that share a core: a rank's own and those that are spawned there, as core_sharing says.
 *
 *   none      each as if it were alone there (more than one are refused before a run: study.c)
 *   fold      one at a time, until it waits, in the order in which they can go on: threads that a
 *             library schedules itself
 *   smt(F)    all at a time, k of them at F/k of their speed each, none faster than alone; who
 *             waits polls, and takes its share
 *   slice(T)  one at a time in turn, T seconds each; who waits polls through its slice, and sees a
 *             flag in its next one only
 *
 * Who has joined another strand's end, or waits for a call to begin, takes no part. The time without
 * the core is part `sync` of the strand's path. A pinning under a page lock and the read of a line
 * are not interrupted, nor slowed down once they have begun. */
#ifndef TN_SIM_CORES_H
#define TN_SIM_CORES_H

#include "strand.h"

void tn_cores_init(struct tn_engine *e);
void tn_cores_finish(struct tn_engine *e);

/* The core of a new strand: a rank's own, or one that a rank spawns (enum tn_core). Sets
 * noise_rank. */
void tn_core_take(struct tn_engine *e, struct tn_sim_strand *s, int core);

/* Whether the strand may begin its next operation; else it is queued, and made ready later. */
bool tn_core_admits(struct tn_engine *e, struct tn_sim_strand *s);
/* It has begun it: a strand that has stopped gives its core to others. */
void tn_core_settle(struct tn_engine *e, struct tn_sim_strand *s);
/* A flag is there that the strand cannot see before its slice: it is woken then. */
bool tn_core_keeps_away(struct tn_engine *e, struct tn_sim_strand *s);
/* The slice of a core's strand has ended; the core is the owner of that event. */
void tn_core_event(struct tn_engine *e, void *core);

#endif
