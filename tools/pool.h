/* Worker processes: each handles points of one platform, since SimGrid has one engine a process. */
#ifndef TN_TOOLS_POOL_H
#define TN_TOOLS_POOL_H

#include "rows/row.h"

/* Runs all points of results->plan on up to `jobs` processes; rows go to `w` in order as soon as
 * all before them are known. A point that fails, or whose worker dies, is reported on stderr and
 * marked; the others go on. False when any failed, or when interrupted: *ret_signal is then the
 * signal, else 0. */
bool tn_pool_run(struct tn_results *results, struct tn_writer *w, int jobs, int *ret_signal);

/* What the simulator is told of a point; `arrival` as tn_arrival_delays gives it, or NULL.
 * Everything is borrowed. */
struct tn_sim_point tn_point_to_sim(const struct tn_plan *plan, const struct tn_point *p,
                                    const double *arrival);

/* The number of worker processes asked for: --jobs, else the processors online. */
bool tn_jobs_read(const struct tn_settings *s, int *ret, GError **error);

#endif
