/* Users of a resource that advance at the same rate. A change of the rate keeps the order of their
 * ends, so one counter and one heap are enough for any number of users. Used for page locks (work
 * in pages) and classes of flows (work in bytes). */
#ifndef TN_SIM_WORK_H
#define TN_SIM_WORK_H

/* A user. `order` identifies the user and orders users that end at the same instant. */
struct tn_user {
  double end; /* value of `done` at which the user ends */
  int order;  /* (rank, strand): unique among the users */
  void *who;
};

/* All zero: no users. */
struct tn_work {
  double done;  /* work of each user since the counter was 0 */
  double rate;  /* work per second and user */
  double since; /* time, in seconds, at which `done` was updated */
  struct tn_user *heap;
  int n, capacity;
};

void tn_work_finish(struct tn_work *work);

/* Advances the counter to `now`; required before each function below. */
void tn_work_advance(struct tn_work *work, double now);
void tn_work_add(struct tn_work *work, double amount, int order, void *who);

/* Removes and returns a user that ends within `slack` seconds. Returns NULL if there is none. */
void *tn_work_take(struct tn_work *work, double slack);

/* Returns the work that user `order` still has to do, 0 or more. The user must exist. */
double tn_work_left(const struct tn_work *work, int order);
/* Removes the user before its end. Returns the work left. */
double tn_work_remove(struct tn_work *work, int order);

/* Returns the time of the next end; INFINITY: no user. */
double tn_work_next(const struct tn_work *work);

#endif
