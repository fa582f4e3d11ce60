/* Pool of worker processes that run numbered tasks. */
#ifndef TN_STUDY_POOL_H
#define TN_STUDY_POOL_H

#include <glib.h>
#include <stdbool.h>

struct tn_platform;

/* Tasks with neighbouring numbers go to the same worker. */
struct tn_tasks {
  guint n;
  size_t result_bytes; /* size of each result, zeroed first */
  int jobs;            /* most workers, 1 to TN_MAX_JOBS */
  double limit;        /* seconds of processor time per task; 0: unlimited */
  bool mute;           /* workers' stdout and stderr go to /dev/null */
  void *data;          /* first argument of the functions */
  /* In a worker: fills `result`, or returns false and *error. */
  bool (*run)(void *data, guint i, void *result, GError **error);
  /* Called at least twice a second with the completed steps; false ends the run. May be NULL. */
  bool (*may_continue)(void *data, guint n_steps);
  /* platform for which workers start the simulator; one for each worker */
  const struct tn_platform *platform;
  /* returns the platform of a task; NULL: `platform` */
  const struct tn_platform *(*platform_of)(void *data, guint i);
  /* Returns the bytes of data that a task carries while it runs. A task above data_limit carries no
   * data, because it will fail. NULL: no task carries data. */
  size_t (*carries)(void *data, guint i);
  size_t data_limit;
  /* Returns the estimated duration of a task in any unit. NULL: all tasks are equal. */
  double (*cost)(void *data, guint i);
};

/* Receives a result or, with NULL, why the task failed; in the caller's thread, in any order. */
typedef void (*tn_task_done)(void *learner, guint i, const void *result, const char *why);

/* Runs the tasks on forked workers, which end with the calling thread. A task whose worker dies
 * fails; the others continue. A stopped worker is continued; the task of a killed one is retried
 * once. Returns false and *error if no worker can be started. The remaining tasks then have no
 * outcome, as after an early end. */
bool tn_pool_run(const struct tn_tasks *tasks, tn_task_done known, void *learner, GError **error);

/* Runs the tasks and gathers results[n * result_bytes]. Returns false and the *error of the first
 * failed task, or false without an error after an early end. */
bool tn_pool_gather(const struct tn_tasks *tasks, void *results, GError **error);

/* Reports one more completed step of the present task, in the worker. */
void tn_pool_step(void);

#endif
