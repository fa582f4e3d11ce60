/* Page locks in the engine: the callers that pin pages under each lock, and their speed. */
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
  /* work of the callers, in pages; not used if the law has a holder (tn_law_entry.has_holder) */
  struct tn_work work;
  struct tn_event event;
  int rank, index; /* rank that owns the memory; number of the lock within this memory */
  int n_callers;
  bool changed;
  GQueue waiting; /* callers that wait for the holder, first come first served */
  void *holder;
  double held_until; /* seconds */
  /* [n_callers] ranks of the callers, if the cost law counts hand-overs of lines between callers */
  int *ranks, room;
  int pairs[TN_N_DISTANCES]; /* number of pairs of callers at each distance */
  int callers[];             /* [n_packages] number of callers on each package */
};

/* A caller that pins pages under a lock. */
struct tn_lock_caller {
  int rank;
  int order; /* unique number of the caller; orders callers that are done at the same instant */
  void *who; /* value that tn_pagelock_take returns for this caller; borrowed */
};

struct tn_pagelocks {
  struct tn_lock_law law;
  const struct tn_places *places; /* places of the callers; borrowed, like the next two members */
  const double *latency;          /* [TN_N_DISTANCES] seconds to transfer one line */
  const struct tn_law_entry *entry;
  GPtrArray **of_rank; /* [n_ranks] -> locks by index; NULL: not used yet */
  int n_ranks, event_kind;
  struct tn_list changed;
  int max_callers; /* largest number of callers of one lock since this member was set to 0 */
  /* 0..1: a batch that begins while other callers want the lock takes between 1 - u and 1 + u times
   * the usual time, drawn anew for each batch; 0: all batches take the same time. */
  double unfairness;
  struct tn_random draw;
};

/* Sets up the locks. The caller sets law, n_ranks, places, latency, entry and event_kind before;
 * all other members must be 0. The event of a lock has the lock as owner and the kind
 * `event_kind`. */
void tn_pagelocks_init(struct tn_pagelocks *locks);
void tn_pagelocks_finish(struct tn_pagelocks *locks);

struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index);

/* Starts to pin `pages` pages for the caller. `pages` is 1 if callers request the lock for each
 * page (by_page). */
void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages, double now,
                     struct tn_lock_caller caller);
/* Returns a caller that has pinned its pages within `slack` seconds of `now`, or NULL. Call
 * tn_pagelock_left next for the caller's rank. */
void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack);
void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int rank);
/* Returns the pages that a caller still has to pin. The law must not have a holder. */
double tn_pagelock_pages(struct tn_pagelock *lock, double now, int order);
/* Suspends a caller; it remains in the number of callers. Returns `left` for tn_pagelock_resume:
 * the pages that the caller has to pin or, for a holder, the seconds that it still holds the
 * lock. */
double tn_pagelock_suspend(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                           struct tn_lock_caller caller);
void tn_pagelock_resume(struct tn_pagelocks *locks, struct tn_pagelock *lock, double left,
                        double now, struct tn_lock_caller caller);
/* Sets the rates and events of all locks that have changed. The engine calls it once per
 * instant. */
void tn_pagelocks_rate_changed(struct tn_pagelocks *locks, struct tn_events *events, double now);

static inline void tn_pagelocks_rate(struct tn_pagelocks *locks, struct tn_events *events,
                                     double now)
{
  if (locks->changed.n > 0)
    tn_pagelocks_rate_changed(locks, events, now);
}

#endif
