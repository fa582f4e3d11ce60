/* Callers hold the lock one at a time, first come first served, for l gamma(m)/m seconds per page,
 * with m callers (holder and waiters) at the start of the hold. A waiter that noise suspends loses
 * its place. */
#include <math.h>

#include "laws.h"
#include "pagelock.h"

static double suspend(struct tn_pagelock *lock, double now, struct tn_lock_caller caller)
{
  if (lock->holder != caller.who) {
    g_queue_remove(&lock->waiting, caller.who);
    return 1.0;
  }
  const double left = lock->held_until - now;
  lock->held_until = INFINITY;
  return left;
}

static void resume(struct tn_pagelock *lock, double left, double now, struct tn_lock_caller caller)
{
  if (lock->holder == caller.who)
    lock->held_until = now + left;
  else
    g_queue_push_tail(&lock->waiting, caller.who);
}

static void *take(struct tn_pagelock *lock, double now, double slack)
{
  if (!lock->holder || lock->held_until > now + slack)
    return NULL;
  void *who = lock->holder;
  lock->holder = NULL;
  return who;
}

static double next(struct tn_pagelock *lock, double now, double time)
{
  if (!lock->holder && g_queue_is_empty(&lock->waiting))
    return INFINITY; /* all callers are suspended */
  if (!lock->holder) {
    lock->holder = g_queue_pop_head(&lock->waiting);
    lock->held_until = now + time / lock->n_callers;
  }
  return lock->held_until;
}

extern const struct tn_law_entry tn_law_queue;
const struct tn_law_entry tn_law_queue = {
  .summary = "callers queue for the lock at each page: one caller holds it for gamma(c)/c times "
             "the pin time, and while it copies the page, others may hold the lock",
  .source = "CMA paper, II and Table IV, read in another way than by batched",
  .by_page = true,
  .has_holder = true,
  .suspend = suspend,
  .resume = resume,
  .take = take,
  .next = next,
};
