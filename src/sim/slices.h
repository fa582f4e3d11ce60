/* What the timeline is told of strands. Nothing happens where there is none. */
#ifndef TN_SIM_SLICES_H
#define TN_SIM_SLICES_H

#include "strand.h"

struct tn_flag;

/* The functions behind those below. */
void tn_slice_add(struct tn_engine *e, const struct tn_sim_strand *s, const char *name, double from,
                  double to, size_t bytes, int callers);
void tn_slice_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                   double visible);
void tn_slice_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                     const struct tn_sim_strand *other, double posted, double seen);
/* What the timer of the strand's present operation stands for. */
const char *tn_slice_name(const struct tn_sim_strand *s);

/* The strand's present phase has ended, in which it was to move `bytes`. */
static inline void tn_log_phase(struct tn_engine *e, const struct tn_sim_strand *s,
                                const char *name, size_t bytes, int callers)
{
  if (e->timeline)
    tn_slice_add(e, s, name, s->started, e->now, bytes, callers);
}

/* A plain timer has ended. */
static inline void tn_log_timed(struct tn_engine *e, const struct tn_sim_strand *s)
{
  if (e->timeline)
    tn_slice_add(e, s, tn_slice_name(s), s->started, e->now, 0, 0);
}

/* The strand has waited for the flag, which it could see at `visible`, and whose poster's critical
 * path it takes over. */
static inline void tn_log_wait(struct tn_engine *e, const struct tn_sim_strand *s,
                               const struct tn_flag *flag, double visible)
{
  if (e->timeline)
    tn_slice_wait(e, s, flag, visible);
}

/* The strand has read the line of a flag. */
static inline void tn_log_sight(struct tn_engine *e, const struct tn_sim_strand *s, double from,
                                double to)
{
  if (e->timeline)
    tn_slice_add(e, s, "flag", from, to, 0, 0);
}

/* The strand's critical path is that of the other from now on. */
static inline void tn_log_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                                 const struct tn_sim_strand *other)
{
  if (e->timeline)
    tn_slice_follow(e, s, other, e->now, e->now);
}

#endif
