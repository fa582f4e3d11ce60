/* Page locks: the callers that pin pages under each lock, and their speed. */
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

/* Lock of a process or of one page-table page. */
struct tn_pagelock {
  /* work of the callers, in pages; unused if the law has a holder (tn_law_entry.has_holder) */
  struct tn_work work;
  struct tn_event event;
  int rank, index; /* owner of the memory; number of the lock in that memory */
  int n_callers;
  bool changed;
  GQueue waiting; /* callers that wait for the holder, first come first served */
  void *holder;
  double held_until; /* seconds: time at which the holder releases the lock */
  /* [n_callers] ranks of the callers, allocated for `room`; used only if hand-overs of cache lines
   * between callers cost time */
  int *ranks, room;
  int pairs[TN_N_DISTANCES]; /* number of pairs of callers at each distance */
  int callers[];             /* [n_packages] number of callers on each package */
};

struct tn_lock_caller {
  int rank;
  int order; /* unique; orders callers that end at the same instant */
  void *who; /* value that tn_pagelock_take returns for this caller; borrowed */
};

struct tn_pagelocks {
  struct tn_lock_law law;
  /* places of the callers; `places`, `latency` and `entry` are borrowed */
  const struct tn_places *places;
  const double *latency; /* [TN_N_DISTANCES] seconds to transfer a line */
  const struct tn_law_entry *entry;
  GPtrArray **of_rank; /* [n_ranks] -> locks by index; NULL: unused */
  int n_ranks, event_kind;
  struct tn_list changed;
  int max_callers; /* largest number of callers of one lock since the last reset to 0 */
  /* u in 0..1: a batch that begins while others want the lock takes 1 - u to 1 + u times the usual
   * time, drawn anew for each batch; 0: the usual time. */
  double unfairness;
  struct tn_random draw;
};

/* Sets up the locks. The caller sets law, n_ranks, places, latency, entry and event_kind before;
 * all other members must be 0. The owner of a lock's event is the lock. */
void tn_pagelocks_init(struct tn_pagelocks *locks);
void tn_pagelocks_finish(struct tn_pagelocks *locks);

struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index);

/* Starts to pin `pages` pages for the caller. `pages` is 1 if callers request the lock for each
 * page (by_page). */
void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages, double now,
                     struct tn_lock_caller caller);
/* Returns the `who` of a caller that is done within `slack` seconds of `now`, or NULL if there is
 * none. Call tn_pagelock_left for this caller next. */
void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack);
void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int rank);
/* Returns the pages that a caller still has to pin. The law must not have a holder. */
double tn_pagelock_pages(struct tn_pagelock *lock, double now, int order);
/* Suspends a caller, which still counts in n_callers. Returns `left` for tn_pagelock_resume: pages
 * to pin or, for a holder, seconds that it still holds the lock. */
double tn_pagelock_suspend(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                           struct tn_lock_caller caller);
void tn_pagelock_resume(struct tn_pagelocks *locks, struct tn_pagelock *lock, double left,
                        double now, struct tn_lock_caller caller);
/* Computes the rates and sets the events of all changed locks; called once per instant. */
void tn_pagelocks_rate_changed(struct tn_pagelocks *locks, struct tn_events *events, double now);

static inline void tn_pagelocks_rate(struct tn_pagelocks *locks, struct tn_events *events,
                                     double now)
{
  if (locks->changed.n > 0)
    tn_pagelocks_rate_changed(locks, events, now);
}

#endif
