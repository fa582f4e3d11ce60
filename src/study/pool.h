/* Tasks by number in worker processes, which give back bytes. */
#ifndef TN_STUDY_POOL_H
#define TN_STUDY_POOL_H

#include <glib.h>
#include <stdbool.h>

struct tn_platform;

/* What there is to do. Those that are near each other by number are handed to one worker. */
struct tn_tasks {
  guint n;
  size_t result_bytes; /* of each task; 0 at first */
  int jobs;            /* workers at most, 1 to TN_MAX_JOBS */
  double limit;        /* seconds of processor time for one task; 0: none */
  bool mute;           /* workers have neither standard output nor standard error */
  void *data;          /* of what follows */
  /* In a worker: fills `result`, or says in *error why it has none. */
  bool (*run)(void *data, guint i, void *result, GError **error);
  /* Asked at least twice a second, with the steps that tasks have made: false ends the run. NULL: it
   * goes on. */
  bool (*goes_on)(void *data, guint n_steps);
  /* What the simulator must have started with: a worker has one platform. */
  const struct tn_platform *platform;
  const struct tn_platform *(*platform_of)(void *data, guint i); /* where it differs; or NULL */
  /* Bytes that a task carries beside those that run; one that alone is above the limit carries none,
   * as it will fail. NULL: nothing counts. */
  size_t (*carries)(void *data, guint i);
  size_t data_limit;
  /* How long a task takes, in a unit of the caller's. NULL: all take as long. */
  double (*cost)(void *data, guint i);
};

/* Told, in the caller's process and thread, that a task has its result or, if that is NULL, why it
 * has failed; in any order. */
typedef void (*tn_task_known)(void *learner, guint i, const void *result, const char *why);

/* Runs the tasks on worker processes, which are forked off and end with the calling thread. A task
 * whose worker dies has failed; the others go on. A worker that cannot be started leaves its tasks
 * to the others, one that was stopped is continued, and the task of one that was killed is tried
 * once more. False and *error when no worker can be started; as when the run is ended, tasks remain
 * of which nothing is known then. */
bool tn_pool_run(const struct tn_tasks *tasks, tn_task_known known, void *learner, GError **error);

/* The same for who wants all results: results[n * result_bytes] by task. False and *error also when
 * a task failed, the first by number; false alone when the run was ended. */
bool tn_pool_gather(const struct tn_tasks *tasks, void *results, GError **error);

/* For tasks: one more step is done. */
void tn_pool_step(void);

#endif
