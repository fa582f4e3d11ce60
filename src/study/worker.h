/* Messages between a pool and its worker processes. Internal to src/study. */
#ifndef TN_STUDY_WORKER_H
#define TN_STUDY_WORKER_H

#include <sys/types.h>

#include "pool.h"

/* Order to a worker to run tasks `first` to `end` - 1. */
struct tn_order {
  guint first, end;
  size_t data; /* largest number of bytes of data that one of the tasks holds */
};

enum tn_answer_kind {
  TN_ANSWER_STEPS, /* the task is still running */
  TN_ANSWER_RESULT,
  TN_ANSWER_FAILURE, /* the error message follows */
  TN_ANSWER_UNFIT    /* the worker could not start the simulator; the task has no outcome */
};

struct tn_answer {
  enum tn_answer_kind kind;
  guint task;
  guint n_steps; /* steps completed since the last answer */
  guint length;  /* bytes that follow the answer */
};

/* Forks a worker, which runs until its socket, *ret_fd, is closed. Returns 0 and sets errno on
 * failure. */
pid_t tn_worker_start(const struct tn_tasks *tasks, const struct tn_platform *platform,
                      int *ret_fd);

/* Send or receive `length` bytes; return false if the peer has closed the socket. */
bool tn_worker_send(int fd, const void *data, size_t length);
bool tn_worker_receive(int fd, void *data, size_t length);

#endif
