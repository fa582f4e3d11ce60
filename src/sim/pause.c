/* Strands on one core have the same noise. If one strand delays a noise to complete its page, the
 * noise is delayed for all; strands already stopped wait until its new end. */
#include "pause.h"

#include <float.h>

void tn_pause_watch_noise(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->noise_rank < 0)
    return;
  s->pause.index = tn_noise_after(e->noise, s->noise_rank, e->now + tn_engine_instant(e));
  const struct tn_noise_interval *noise = tn_noise_at(e->noise, s->noise_rank, s->pause.index);
  tn_events_set(&e->events, &s->pause.event, noise ? MAX(noise->start, e->now) : INFINITY);
}

static void postpone(struct tn_engine *e, struct tn_sim_strand *s)
{
  tn_noise_postpone(e->noise, s->noise_rank, s->pause.index, e->now);
  s->pause.deferred = false;
}

void tn_pause_unwatch_noise(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->noise_rank < 0)
    return;
  s->pause.due = false;
  tn_events_remove(&e->events, &s->pause.event);
  if (s->pause.deferred)
    postpone(e, s);
}

/* Returns true if the strand must complete its page first: a caller cannot be preempted within a
 * page. */
static bool finishes_page(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pagelock *lock = s->lock;
  struct tn_pause *p = &s->pause;
  if (e->locks.entry->has_holder) {
    p->deferred = lock->holder == s;
    return p->deferred;
  }
  const double rate = lock->work.rate, left = tn_pagelock_pages(lock, e->now, s->order);
  const double slack = 4.0 * tn_engine_instant(e) * rate + DBL_EPSILON * (left + lock->work.done);
  if (!p->deferred)
    p->stop_at = floor(left + slack);
  if (left - p->stop_at <= slack)
    return false;
  p->deferred = true;
  /* If stop_at is 0, the caller has no page after the present one: its pinning ends, and no event
   * is needed. */
  if (p->stop_at > 0.0)
    tn_events_set(&e->events, &p->event, e->now + (left - p->stop_at) / rate);
  return true;
}

/* Stops the transfer or pinning until the noise ends: at once by an interrupt, otherwise after the
 * present page. */
static void stop(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pause *p = &s->pause;
  const bool pins = s->phase == TN_PINNING;
  const struct tn_noise_interval *noise = tn_noise_at(e->noise, s->noise_rank, p->index);
  if (pins && !noise->irq && finishes_page(e, s))
    return;
  if (p->deferred)
    postpone(e, s);
  if (pins) {
    p->left = tn_pagelock_suspend(&e->locks, s->lock, e->now,
                                  (struct tn_lock_caller){ s->rank, s->order, s });
    if (!noise->irq)
      tn_pagelock_left(&e->locks, s->lock, s->rank);
    tn_engine_log_callers(e, s->lock);
  } else {
    p->left = tn_flows_remove(&e->flows, s->flow, e->now, s->order);
  }
  p->away = true;
  tn_events_set(&e->events, &p->event, noise->end);
}

static void resume_work(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pause *p = &s->pause;
  const struct tn_lock_caller caller = { s->rank, s->order, s };
  const bool irq = tn_noise_at(e->noise, s->noise_rank, p->index)->irq;
  p->away = false;
  if (s->phase == TN_COPYING)
    tn_flows_add(&e->flows, s->flow, p->left, e->now, s->order, s);
  else if (irq)
    tn_pagelock_resume(&e->locks, s->lock, p->left, e->now, caller);
  else
    tn_pagelock_add(&e->locks, s->lock, p->left, e->now, caller);
  if (s->phase == TN_PINNING)
    tn_engine_log_callers(e, s->lock);
  tn_pause_watch(e, s);
}

void tn_pause_event(struct tn_engine *e, struct tn_sim_strand *s)
{
  s->pause.due = false;
  if (s->pause.away)
    resume_work(e, s);
  else
    stop(e, s);
}

void tn_pause_forget(struct tn_engine *e)
{
  if (e->noise)
    tn_noise_recount(e->noise);
  for (int r = 0; e->noise && r < e->n_ranks; r++) {
    const int gone = tn_noise_forget(e->noise, r, e->now);
    /* Operations may continue from one call to the next, so subtract the dropped noises from the
     * strands' indices. */
    for (guint i = 0; i < e->strands->len && gone > 0; i++) {
      struct tn_sim_strand *s = e->strands->pdata[i];
      if (s->noise_rank == r)
        s->pause.index = MAX(s->pause.index - gone, 0);
    }
  }
}
