/* Tasks in worker processes, whose results lie in memory that all share. */
#ifndef TN_PROGRAM_WORKERS_H
#define TN_PROGRAM_WORKERS_H

#include "platform/platform.h"

/* A task of a worker, which has started the simulator: fills `result`, and counts steps as it goes
 * on by tn_workers_step. False and *error. */
typedef bool (*tn_task)(void *data, guint i, void *result, GError **error);

struct tn_workers {
  const struct tn_platform *platform;
  guint n;             /* tasks */
  size_t result_bytes; /* of each task, zero at first; a multiple of 8 */
  tn_task run;
  void *data;
  int jobs;                                                    /* processes at most */
  guint n_steps;                                               /* of all tasks */
  bool (*goes_on)(void *watcher, guint n_done, guint n_steps); /* may be NULL */
  void *watcher;
};

/* One step more is done; for the tasks. */
void tn_workers_step(void);

/* Runs all tasks; results[n * result_bytes] by task. False: a task failed or its worker died, the
 * first such by number in *error; or goes_on ended it, and *error is not set. */
bool tn_workers_run(const struct tn_workers *workers, void *results, GError **error);

#endif
