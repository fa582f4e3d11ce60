/* Effect of noise on operations under way. Timers include noise when they are set (tn_engine_end).
 * Transfers and pinning under a lock, whose ends depend on other strands, are stopped and resumed
 * by events. Put agents and strands on idle cores have no noise. */
#ifndef TN_SIM_PAUSE_H
#define TN_SIM_PAUSE_H

#include "strand.h"

/* Start and end the watch in runs with noise, for the two functions below. */
void tn_pause_watch_noise(struct tn_engine *e, struct tn_sim_strand *s);
void tn_pause_unwatch_noise(struct tn_engine *e, struct tn_sim_strand *s);

/* Begin and end to watch the noise on the strand's core, during its transfer or its pinning under a
 * lock. */
static inline void tn_pause_watch(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (e->noise)
    tn_pause_watch_noise(e, s);
}

static inline void tn_pause_unwatch(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (e->noise)
    tn_pause_unwatch_noise(e, s);
}

void tn_pause_event(struct tn_engine *e, struct tn_sim_strand *s);
void tn_pause_forget(struct tn_engine *e);

#endif
