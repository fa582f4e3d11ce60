/* Worker processes: each handles points of one platform, since SimGrid has one engine a process.
 * Prints nothing and sets no signal handler in the calling process. */
#ifndef TN_TOOLS_POOL_H
#define TN_TOOLS_POOL_H

#include "rows/row.h"

/* What the caller of a pool learns while it runs. Both are called in the caller's process and may be
 * NULL. */
struct tn_watch {
  void *data;
  /* The point is known, and its outcome set: `why` it failed, NULL when it is done. Points come in
   * any order. */
  void (*known)(void *data, guint point, const char *why);
  /* Asked at least twice a second, with the number of points known: false ends the pool. */
  bool (*goes_on)(void *data, guint n_known);
};

/* Runs those points of results->plan whose outcome is TN_PENDING on up to `jobs` processes, 1 to
 * 1024. A point that fails, or whose worker dies, is marked TN_FAILED; the others go on. A worker
 * that cannot be started leaves its points to the others, one that was stopped is continued, and
 * the point of one that was killed is tried once more. False and *error when no worker can be
 * started; as when the pool is ended, points are left TN_PENDING then. */
bool tn_pool_run(struct tn_results *results, int jobs, const struct tn_watch *watch,
                 GError **error);

/* What the simulator is told of a point; `arrival` as tn_arrival_delays gives it, or NULL.
 * Everything is borrowed. */
struct tn_sim_point tn_point_to_sim(const struct tn_plan *plan, const struct tn_point *p,
                                    const double *arrival);

/* The number of worker processes asked for: --jobs, else the processors online. */
bool tn_jobs_read(const struct tn_settings *s, int *ret, GError **error);

#endif
