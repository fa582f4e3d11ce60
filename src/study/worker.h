/* What passes between a pool and its workers, over a socket. Inside src/study only. */
#ifndef TN_STUDY_WORKER_H
#define TN_STUDY_WORKER_H

#include <sys/types.h>

#include "pool.h"

/* What a worker is to do. */
struct tn_order {
  guint first, end;
  size_t data; /* bytes that the tasks carry at most */
};

enum tn_answer_kind {
  TN_ANSWER_STEPS, /* the task goes on */
  TN_ANSWER_RESULT,
  TN_ANSWER_FAILURE, /* its message follows */
  TN_ANSWER_UNFIT    /* the worker could not start the simulator: nothing is known of the task */
};

/* What it says of a task. */
struct tn_answer {
  enum tn_answer_kind kind;
  guint task;
  guint n_steps; /* since the last answer */
  guint length;  /* bytes that follow */
};

/* Forks a worker, which follows orders until its socket is closed. The caller's end is *ret_fd. 0 and
 * errno when there can be none. */
pid_t tn_worker_start(const struct tn_tasks *tasks, const struct tn_platform *platform,
                      int *ret_fd);

/* The whole of it, in both directions; false when there is nobody at the other end. */
bool tn_worker_send(int fd, const void *data, size_t length);
bool tn_worker_receive(int fd, void *data, size_t length);

#endif
