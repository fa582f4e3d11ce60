/* Noise of the strands on a rank's core; put agents and strands on idle cores have none. It is
 * drawn as far as it is asked for, never waited for: without work to stop there are no events. Times
 * are seconds of the simulation. */
#ifndef TN_SIM_NOISE_H
#define TN_SIM_NOISE_H

#include "engine.h"

void tn_noise_init(struct tn_engine *e);
void tn_noise_finish(struct tn_engine *e);
/* What the ones below do where there is noise. */
double tn_noise_end_under(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                          double seconds);
double tn_noise_lost_under(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                           double to);
void tn_noise_watch_under(struct tn_engine *e, struct tn_sim_strand *s);
void tn_noise_unwatch_under(struct tn_engine *e, struct tn_sim_strand *s);

/* When the strand has done `seconds` of work begun at `from` (now or later); with 0 seconds: when
 * it is there to see something. */
static inline double tn_noise_end(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                                  double seconds)
{
  return e->noise ? tn_noise_end_under(e, s, from, seconds) : from + seconds;
}

/* Seconds of [from, to], to at most the present, that were noise. */
static inline double tn_noise_lost(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                                   double to)
{
  return e->noise ? tn_noise_lost_under(e, s, from, to) : 0.0;
}

/* A transfer or a pinning under a lock begins, and ends. */
static inline void tn_noise_watch(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (e->noise)
    tn_noise_watch_under(e, s);
}

static inline void tn_noise_unwatch(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (e->noise)
    tn_noise_unwatch_under(e, s);
}

/* The event of the strand's pause has come. */
void tn_noise_event(struct tn_engine *e, struct tn_sim_strand *s);
/* Puts the noises of [from, to] into the timeline. */
void tn_noise_log(struct tn_engine *e, double from, double to);
/* Nobody asks for the time before the present any more. */
void tn_noise_forget(struct tn_engine *e);

#endif
