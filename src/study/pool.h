/* Pool of forked worker processes that run numbered tasks. */
#ifndef TN_STUDY_POOL_H
#define TN_STUDY_POOL_H

#include <glib.h>
#include <stdbool.h>

struct tn_platform;

/* Tasks with neighbouring numbers go to the same worker. */
struct tn_tasks {
  guint n;
  /* bytes of a task's result, which is filled with zeros before the task runs */
  size_t result_bytes;
  int jobs;     /* largest number of workers, 1 to TN_MAX_JOBS */
  double limit; /* processor time per task in seconds; 0: unlimited */
  bool mute;    /* true if workers' stdout and stderr go to /dev/null */
  void *data;   /* first argument of the following functions */
  /* Runs task i in a worker. Fills `result`, or returns false and *error. */
  bool (*run)(void *data, guint i, void *result, GError **error);
  /* Called at least twice a second with the number of steps completed; returns false to end the
   * run. May be NULL. */
  bool (*may_continue)(void *data, guint n_steps);
  /* Platform of all tasks if platform_of is NULL; a worker has one platform. */
  const struct tn_platform *platform;
  /* Returns the platform of task i; NULL: all tasks have `platform`. */
  const struct tn_platform *(*platform_of)(void *data, guint i);
  /* Returns the bytes of data that task i holds while it runs. A task above data_limit counts as 0
   * bytes, because it will fail. NULL: no task holds data. */
  size_t (*carries)(void *data, guint i);
  size_t data_limit;
  /* Returns the estimated duration of task i in any unit. NULL: all tasks take equally long. */
  double (*cost)(void *data, guint i);
};

/* Receives the result of task i or, if it failed, NULL and the reason. Called in the caller's
 * thread, in any order of tasks. */
typedef void (*tn_task_done)(void *learner, guint i, const void *result, const char *why);

/* Runs the tasks on forked workers, which end with the calling thread. A task whose worker dies
 * fails; the others continue. A stopped worker is continued; a task whose worker was killed is
 * retried once. Returns false and *error if no worker can be started. If that or may_continue ends
 * the run early, the remaining tasks have no outcome. */
bool tn_pool_run(const struct tn_tasks *tasks, tn_task_done known, void *learner, GError **error);

/* Runs the tasks and gathers results[n * result_bytes]. Returns false and the *error of the failed
 * task with the lowest number; no *error if may_continue ended the run. */
bool tn_pool_gather(const struct tn_tasks *tasks, void *results, GError **error);

/* Reports, from within a worker, that its present task has completed one more step. */
void tn_pool_step(void);

#endif
