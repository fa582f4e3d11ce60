/* Page locks in the engine: who pins pages under which lock, and how fast. */
#ifndef TN_SIM_PAGELOCK_H
#define TN_SIM_PAGELOCK_H

#include <glib.h>
#include <stdbool.h>

#include "contention/lock.h"
#include "events.h"
#include "work.h"

/* One lock: of a process, or of one page-table page. */
struct tn_pagelock {
  struct tn_work work;   /* law `batched`: pages */
  struct tn_event event;
  int rank, index;       /* whose memory; number of the lock in it */
  int n_callers;
  bool changed;
  GQueue waiting;        /* law `queue`: callers behind the holder, first come first served */
  void *holder;
  int callers[];         /* [n_packages] */
};

struct tn_pagelocks {
  struct tn_lock_law law;
  GPtrArray **of_rank;   /* [n_ranks] -> locks by index, NULL where not used yet */
  int n_ranks, event_kind;
  GPtrArray *changed;
  int max_callers;       /* seen since it was last set to 0 */
};

/* Events of locks have `event_kind`, owner: the lock. */
void tn_pagelocks_init(struct tn_pagelocks *locks, const struct tn_lock_law *law, int n_ranks,
                       int event_kind);
void tn_pagelocks_finish(struct tn_pagelocks *locks);

/* The lock, made when new. */
struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index);

/* Law `batched`: a caller on `package` starts to pin `pages` pages. */
void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages,
                     int package, double now, int order, void *who);
/* A caller who is done within `slack` seconds of `now`, or NULL; follow with tn_pagelock_left. */
void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack);
void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int package);
/* Sets rates and events of the locks that changed, once per instant. */
void tn_pagelocks_rate(struct tn_pagelocks *locks, struct tn_events *events, double now);

/* Law `queue`: joins the line; true when the caller holds the lock at once. */
bool tn_pagelock_enter(struct tn_pagelocks *locks, struct tn_pagelock *lock, int package, void *who);
/* Seconds for which the present holder holds the lock for one page: l*gamma(m)/m, m = holder and
 * waiters now. */
double tn_pagelock_hold(const struct tn_pagelocks *locks, const struct tn_pagelock *lock);
/* The holder leaves; the next holder, or NULL. */
void *tn_pagelock_leave(struct tn_pagelocks *locks, struct tn_pagelock *lock, int package);

#endif
