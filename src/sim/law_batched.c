/* All callers of a lock advance together at 1/(l gamma(c)) pages per second each; see
 * docs/model/copies.md, "The page lock". */
#include "laws.h"
#include "pagelock.h"

static double suspend(struct tn_pagelock *lock, double now, struct tn_lock_caller caller)
{
  tn_work_advance(&lock->work, now);
  return tn_work_remove(&lock->work, caller.order);
}

static void resume(struct tn_pagelock *lock, double left, double now, struct tn_lock_caller caller)
{
  tn_work_advance(&lock->work, now);
  tn_work_add(&lock->work, left, caller.order, caller.who);
}

static void *take(struct tn_pagelock *lock, double now, double slack)
{
  tn_work_advance(&lock->work, now);
  return tn_work_take(&lock->work, slack);
}

static double next(struct tn_pagelock *lock, double now, double time)
{
  tn_work_advance(&lock->work, now);
  lock->work.rate = 1.0 / time;
  return tn_work_next(&lock->work);
}

extern const struct tn_law_entry tn_law_batched;
const struct tn_law_entry tn_law_batched = {
  .summary = "c callers share the lock: each pins a batch of pin_batch pages, gamma(c) "
             "times slower, then copies the batch (default)",
  .source = "CMA paper, II and Table IV, with the same formula if all callers start together",
  .suspend = suspend,
  .resume = resume,
  .take = take,
  .next = next,
};
