/* Who waits for which flags. A wait for some conditions is listed with their lines until one holds.
 * Of a set (algos/waits.h) that a strand waits for again and again the conditions stay listed while
 * the strand does something else, and those that hold are marked as flags are posted: the next wait
 * looks at what has changed, however many conditions there are. Internal to src/sim. */
#ifndef TN_SIM_WATCH_H
#define TN_SIM_WATCH_H

#include "algos/waits.h"
#include "lines.h"

struct tn_waiter {
  struct tn_sim_strand *strand;
  struct tn_waiter *next, **link; /* link: what points here; NULL: not listed */
  struct tn_flag *flag;
  int rank, slot; /* its */
  uint64_t value;
  unsigned fragments;
  bool queued, urgent;
  bool stays; /* of a set */
};

/* A set as the strand knew it when it waited last. */
struct tn_watched {
  const struct tn_waits *set; /* only compared */
  struct tn_waiter *waits;    /* [room] by place */
  int room, n_urgent;
  uint64_t *holds;  /* [room / 64], a bit for each place: the flag has reached the value */
  uint64_t *unread; /* the same: the line is still to be read by who waits for it */
  bool is_waiting;  /* the strand, for the set */
};

void tn_watch_free(struct tn_watched *w);

struct tn_waiter tn_waiter_of(struct tn_engine *e, struct tn_sim_strand *s,
                              const struct tn_cond *cond);
void tn_waiter_link(struct tn_waiter *w);
void tn_waiter_unlink(struct tn_waiter *w);

/* Whether the waiter's strand is waiting for it. */
static inline bool tn_waiter_is_waiting(const struct tn_waiter *w)
{
  return !w->stays || w->strand->watch->is_waiting;
}

/* Of a set: the value is reached; or the line has been written to, and the strand was not waiting. */
void tn_waiter_holds(const struct tn_waiter *w);
void tn_waiter_missed(const struct tn_waiter *w);

/* The strand knows the set as it is now. */
void tn_watch_follow(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set);

/* The condition of the set that holds first, *ret_at; NULL: none does yet. */
const struct tn_waiter *tn_watch_soonest(const struct tn_engine *e, const struct tn_sim_strand *s,
                                         double *ret_at);

/* How many messages' conditions lie before this one, those that held at `seen` or before left out,
 * or after it and held sooner. */
int tn_watch_passed(const struct tn_engine *e, const struct tn_waiter *w, double seen);

/* The strand begins to wait for the set: it reads lines that it has not since they were written. */
void tn_watch_begin(struct tn_engine *e, struct tn_sim_strand *s);

#endif
