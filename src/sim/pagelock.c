#include "pagelock.h"

#include <math.h>

static void lock_free(void *data)
{
  struct tn_pagelock *lock = data;
  if (!lock)
    return;
  tn_work_finish(&lock->work);
  g_queue_clear(&lock->waiting);
  g_free(lock->ranks);
  g_free(lock);
}

void tn_pagelocks_init(struct tn_pagelocks *locks)
{
  locks->of_rank = g_new0(GPtrArray *, locks->n_ranks);
}

void tn_pagelocks_finish(struct tn_pagelocks *locks)
{
  for (int i = 0; i < locks->n_ranks; i++)
    if (locks->of_rank[i])
      g_ptr_array_unref(locks->of_rank[i]);
  g_free(locks->of_rank);
  tn_list_finish(&locks->changed);
}

struct tn_pagelock *tn_pagelock_get(struct tn_pagelocks *locks, int rank, int index)
{
  GPtrArray *own = locks->of_rank[rank];
  if (!own)
    own = locks->of_rank[rank] = g_ptr_array_new_with_free_func(lock_free);
  if ((int)own->len <= index)
    g_ptr_array_set_size(own, index + 1);
  if (!own->pdata[index]) {
    struct tn_pagelock *lock =
        g_malloc0(sizeof *lock + sizeof lock->callers[0] * (size_t)locks->law.n_packages);
    tn_event_init(&lock->event, locks->event_kind, lock);
    g_queue_init(&lock->waiting);
    lock->rank = rank;
    lock->index = index;
    own->pdata[index] = lock;
  }
  return own->pdata[index];
}

/* Adds `change` to the number of pairs (lock->pairs) for each pair of rank `rank` with one of the
 * first n callers. */
static void count_pairs(struct tn_pagelocks *locks, struct tn_pagelock *lock, int n, int rank,
                        int change)
{
  for (int i = 0; i < n; i++)
    lock->pairs[tn_places_distance(locks->places, lock->ranks[i], rank)] += change;
}

/* Returns the package within the node; all callers of a lock are on one node. */
static int package_of(const struct tn_pagelocks *locks, int rank)
{
  return locks->places->package[rank] % locks->law.n_packages;
}

static bool has_handovers(const struct tn_pagelocks *locks)
{
  return locks->law.lines > 0.0;
}

/* Returns the mean time in seconds to transfer a cache line, over all pairs of callers. */
static double latency_between(const struct tn_pagelocks *locks, const struct tn_pagelock *lock)
{
  double sum = 0.0;
  int n = 0;
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    sum += lock->pairs[d] * locks->latency[d];
    n += lock->pairs[d];
  }
  return n > 0 ? sum / n : 0.0;
}

static void mark(struct tn_pagelocks *locks, struct tn_pagelock *lock)
{
  if (!lock->changed)
    tn_list_add(&locks->changed, lock);
  lock->changed = true;
}

void tn_pagelock_add(struct tn_pagelocks *locks, struct tn_pagelock *lock, double pages, double now,
                     struct tn_lock_caller caller)
{
  if (has_handovers(locks)) {
    if (lock->n_callers == lock->room) {
      lock->room = MAX(4, 2 * lock->room);
      lock->ranks = g_renew(int, lock->ranks, lock->room);
    }
    count_pairs(locks, lock, lock->n_callers, caller.rank, 1);
    lock->ranks[lock->n_callers] = caller.rank;
  }
  lock->callers[package_of(locks, caller.rank)]++;
  lock->n_callers++;
  locks->max_callers = MAX(locks->max_callers, lock->n_callers);
  if (locks->unfairness > 0.0 && lock->n_callers > 1)
    pages *= 1.0 + locks->unfairness * (2.0 * tn_random_uniform(&locks->draw) - 1.0);
  tn_pagelock_resume(locks, lock, pages, now, caller);
}

double tn_pagelock_pages(struct tn_pagelock *lock, double now, int order)
{
  tn_work_advance(&lock->work, now);
  return tn_work_left(&lock->work, order);
}

double tn_pagelock_suspend(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                           struct tn_lock_caller caller)
{
  mark(locks, lock);
  return locks->entry->suspend(lock, now, caller);
}

void tn_pagelock_resume(struct tn_pagelocks *locks, struct tn_pagelock *lock, double left,
                        double now, struct tn_lock_caller caller)
{
  mark(locks, lock);
  locks->entry->resume(lock, left, now, caller);
}

void *tn_pagelock_take(struct tn_pagelocks *locks, struct tn_pagelock *lock, double now,
                       double slack)
{
  mark(locks, lock);
  return locks->entry->take(lock, now, slack);
}

void tn_pagelock_left(struct tn_pagelocks *locks, struct tn_pagelock *lock, int rank)
{
  if (has_handovers(locks)) {
    const int last = lock->n_callers - 1;
    int i = 0;
    while (lock->ranks[i] != rank)
      i++;
    lock->ranks[i] = lock->ranks[last];
    count_pairs(locks, lock, last, rank, -1);
  }
  lock->callers[package_of(locks, rank)]--;
  lock->n_callers--;
}

void tn_pagelocks_rate_changed(struct tn_pagelocks *locks, struct tn_events *events, double now)
{
  for (unsigned i = 0; i < locks->changed.n; i++) {
    struct tn_pagelock *lock = locks->changed.items[i];
    lock->changed = false;
    /* Time when the next caller is done. All callers that begin at this instant have already been
     * added. */
    double next = INFINITY;
    if (lock->n_callers > 0) {
      const double latency = has_handovers(locks) ? latency_between(locks, lock) : 0.0;
      next = locks->entry->next(lock, now, tn_lock_time(&locks->law, lock->callers, latency));
    }
    tn_events_set(events, &lock->event, next);
  }
  locks->changed.n = 0;
}
