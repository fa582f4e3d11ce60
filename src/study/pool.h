/* Pool of worker processes that run numbered tasks. */
#ifndef TN_STUDY_POOL_H
#define TN_STUDY_POOL_H

#include <glib.h>
#include <stdbool.h>

struct tn_platform;

/* Tasks of a pool. Tasks with neighbouring numbers go to the same worker. */
struct tn_tasks {
  guint n;
  size_t result_bytes; /* size of each result, zeroed first */
  int jobs;            /* upper limit of workers, 1 to TN_MAX_JOBS */
  double limit;        /* seconds of processor time for one task; 0: unlimited */
  bool mute;           /* true if the workers' stdout and stderr go to /dev/null */
  void *data;          /* argument of the functions below */
  /* Runs in a worker: fills `result`, or returns false and sets *error. */
  bool (*run)(void *data, guint i, void *result, GError **error);
  /* Called at least twice a second with the number of completed steps. Returns false to end the
   * run. NULL: the run never ends early. */
  bool (*may_continue)(void *data, guint n_steps);
  /* platform with which the workers start the simulator; each worker has one platform */
  const struct tn_platform *platform;
  /* returns the platform of a task; NULL: all tasks have `platform` */
  const struct tn_platform *(*platform_of)(void *data, guint i);
  /* Returns the bytes of data that a task carries while it runs. A task above data_limit carries no
   * data, because it will fail. NULL: no task carries data. */
  size_t (*carries)(void *data, guint i);
  size_t data_limit;
  /* Returns the estimated duration of a task in any unit. NULL: all tasks are equal. */
  double (*cost)(void *data, guint i);
};

/* Receives the result of a task or, if `result` is NULL, the reason of its failure. Called in the
 * caller's process and thread, in any order. */
typedef void (*tn_task_done)(void *learner, guint i, const void *result, const char *why);

/* Runs the tasks on forked worker processes, which end with the calling thread. A task whose worker
 * dies fails; the other tasks continue. If a worker cannot be started, the other workers run its
 * tasks. A stopped worker is continued; the task of a killed worker is retried once. Returns false
 * and sets *error if no worker can be started. The remaining tasks then have no outcome. The same
 * is true after an early end of the run. */
bool tn_pool_run(const struct tn_tasks *tasks, tn_task_done known, void *learner, GError **error);

/* Runs the tasks and gathers results[n * result_bytes] by task. Returns false and sets *error if a
 * task failed; the error is that of the failed task with the lowest number. Returns false without
 * an error if the run ended early. */
bool tn_pool_gather(const struct tn_tasks *tasks, void *results, GError **error);

/* Reports one more completed step of the present task. Tasks call it in the worker. */
void tn_pool_step(void);

#endif
