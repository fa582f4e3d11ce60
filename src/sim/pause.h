/* What noise does to work under way. What ends by a timer is lengthened when the timer is set
 * (tn_engine_end); transfers and pinning under a lock, whose ends depend on others, are stopped and
 * taken up again by events that exist only meanwhile. Put agents and strands on idle cores have no
 * noise. */
#ifndef TN_SIM_PAUSE_H
#define TN_SIM_PAUSE_H

#include "strand.h"

/* What the two below do where there is noise. */
void tn_pause_watch_noise(struct tn_engine *e, struct tn_sim_strand *s);
void tn_pause_unwatch_noise(struct tn_engine *e, struct tn_sim_strand *s);

/* A transfer or a pinning under a lock begins, and ends. */
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

/* The event of the strand's pause has come. */
void tn_pause_event(struct tn_engine *e, struct tn_sim_strand *s);
/* Nobody asks for the time before the present any more. */
void tn_pause_forget(struct tn_engine *e);

#endif
