/* Page locks in the engine: who pins pages under which lock, and how fast. */
#ifndef TN_SIM_PAGELOCK_H
#define TN_SIM_PAGELOCK_H

#include <glib.h>
#include <stdbool.h>

#include "base/random.h"
#include "contention/lock.h"
#include "events.h"
#include "laws.h"
#include "list.h"
#include "platform/platform.h"
#include "work.h"

/* One lock: of a process, or of one page-table page. */
struct tn_pagelock {
  struct tn_work work;   /* pages; without a holder */
  struct tn_event event; /* the next caller is done */
  int rank, index;       /* whose memory; number of the lock in it */
  int n_callers;
  bool changed;
  GQueue waiting; /* callers behind the holder, first come first served */
  void *holder;
  double held_until;         /* seconds */
  int *ranks, room;          /* [n_callers] who they are, where the law is of hand-overs */
  int pairs[TN_N_DISTANCES]; /* of these, by distance */
  int callers[];             /* [n_packages] */
};

struct tn_pagelocks {
  struct tn_lock_law law;
  const struct tn_places *places; /* of the callers; borrowed, as is what follows */
  const double *latency;          /* [TN_N_DISTANCES] seconds of one line */
  const struct tn_law_entry *entry;
  GPtrArray **of_rank; /* [n_ranks] -> locks by index, NULL where not used yet */
  int n_ranks, event_kind;
  struct tn_list changed;
  int max_callers; /* seen since it was last set to 0 */
  /* 0..1: a batch that begins while others want the lock takes from 1 - so much to 1 + so much times
   * as long as theirs, drawn anew for each; 0: all get on alike. */
  double unfairness;
  struct tn_random draw;
};

/* The law, the ranks, their places and latencies, the entry and the kind are set, the rest is 0. Events of locks have
 * `event_kind`, owner: the lock. */
void tn_pagelocks_init(struct tn_pagelocks *locks);
void tn_pagelocks_finish(struct tn_pagelocks *locks);

/* The lock, made when new. */
struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index);

/* Rank `caller` starts to pin `pages` pages: 1 where the law is by page. */
void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages, int caller,
                     double now, int order, void *who);
/* A caller who is done within `slack` seconds of `now`, or NULL; follow with tn_pagelock_left. */
void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack);
void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int caller);
/* Pages that a caller still has to pin, where there is no holder. */
double tn_pagelock_pages(struct tn_pagelock *lock, double now, int order);
/* A caller stands still, though he goes on counting as one. What resume has to be told: pages left
 * or, of a holder, seconds. */
double tn_pagelock_suspend(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                           int order, void *who);
void tn_pagelock_resume(struct tn_pagelocks *locks, struct tn_pagelock *lock, double left,
                        double now, int order, void *who);
/* Sets rates and events of the locks that changed, once per instant. */
void tn_pagelocks_rate_changed(struct tn_pagelocks *locks, struct tn_events *events, double now);

static inline void tn_pagelocks_rate(struct tn_pagelocks *locks, struct tn_events *events,
                                     double now)
{
  if (locks->changed.n > 0)
    tn_pagelocks_rate_changed(locks, events, now);
}

#endif
