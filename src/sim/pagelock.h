/* Page locks in the engine: which callers pin pages under which lock, and how fast. */
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
  struct tn_work work; /* pages; unused under a law with a holder */
  struct tn_event event;
  int rank, index; /* rank of the memory; number of the lock within it */
  int n_callers;
  bool changed;
  GQueue waiting; /* callers behind the holder, first come first served */
  void *holder;
  double held_until;         /* seconds */
  int *ranks, room;          /* [n_callers] the callers, if the law counts hand-overs */
  int pairs[TN_N_DISTANCES]; /* pairs of callers by distance */
  int callers[];             /* [n_packages] */
};

/* A caller that pins pages under a lock. */
struct tn_lock_caller {
  int rank;
  int order; /* unique among the callers, breaks ties at one instant */
  void *who; /* borrowed, returned by tn_pagelock_take */
};

struct tn_pagelocks {
  struct tn_lock_law law;
  const struct tn_places *places; /* places of the callers; borrowed, like the next two members */
  const double *latency;          /* [TN_N_DISTANCES] seconds to transfer one line */
  const struct tn_law_entry *entry;
  GPtrArray **of_rank; /* [n_ranks] -> locks by index; NULL: not used yet */
  int n_ranks, event_kind;
  struct tn_list changed;
  int max_callers; /* largest number of callers since the member was set to 0 */
  /* 0..1: a batch that begins while other callers want the lock takes between 1 - u and 1 + u times
   * the usual time, drawn anew for each batch; 0: all batches take the same time. */
  double unfairness;
  struct tn_random draw;
};

/* Set the law, the ranks, their places and latencies, the entry and the kind before; all else must
 * be 0. The owner of a lock's event is the lock, its kind `event_kind`. */
void tn_pagelocks_init(struct tn_pagelocks *locks);
void tn_pagelocks_finish(struct tn_pagelocks *locks);

struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index);

/* Starts to pin `pages` pages for the caller; 1 page if the law is by page. */
void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages, double now,
                     struct tn_lock_caller caller);
/* Removes and returns a caller that is done within `slack` seconds of `now`, or NULL. Call
 * tn_pagelock_left next. */
void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack);
void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int rank);
/* Returns the pages that a caller still has to pin, under a law without a holder. */
double tn_pagelock_pages(struct tn_pagelock *lock, double now, int order);
/* Suspends a caller, which still counts as a caller. Returns `left` for tn_pagelock_resume: the
 * pages that are left or, for a holder, seconds. */
double tn_pagelock_suspend(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                           struct tn_lock_caller caller);
void tn_pagelock_resume(struct tn_pagelocks *locks, struct tn_pagelock *lock, double left,
                        double now, struct tn_lock_caller caller);
/* Sets rates and events of the locks that changed, once per instant. */
void tn_pagelocks_rate_changed(struct tn_pagelocks *locks, struct tn_events *events, double now);

static inline void tn_pagelocks_rate(struct tn_pagelocks *locks, struct tn_events *events,
                                     double now)
{
  if (locks->changed.n > 0)
    tn_pagelocks_rate_changed(locks, events, now);
}

#endif
