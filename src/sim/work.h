/* Users of a resource that all advance at the same rate. A change of the rate does not change the
 * order in which they end, so one counter of work and one heap are enough for any number of users.
 * Page locks (work in pages) and classes of flows (work in bytes) use this structure. */
#ifndef TN_SIM_WORK_H
#define TN_SIM_WORK_H

/* A user. `order` identifies the user and orders users that end at the same instant. */
struct tn_user {
  double end; /* value of the counter `done` at which the user ends */
  int order;  /* (rank, strand): unique among the users */
  void *who;
};

/* All zero: no users. */
struct tn_work {
  double done;  /* counter: work that each user has received since the counter was 0 */
  double rate;  /* work per second and user */
  double since; /* time of `done` */
  struct tn_user *heap;
  int n, capacity;
};

void tn_work_finish(struct tn_work *work);

/* Advances the counter to `now`. Call it before each function below. */
void tn_work_advance(struct tn_work *work, double now);
void tn_work_add(struct tn_work *work, double amount, int order, void *who);

/* Removes and returns a user that will end within `slack` seconds; returns NULL if there is no such
 * user. */
void *tn_work_take(struct tn_work *work, double slack);

/* Returns the work that the user still has to receive, 0 or more. The user must exist. */
double tn_work_left(const struct tn_work *work, int order);
/* Removes the user before it ends. Returns the work that the user still had to receive. */
double tn_work_remove(struct tn_work *work, int order);

/* Returns the time, in seconds, when the next user ends; INFINITY if there is no user. */
double tn_work_next(const struct tn_work *work);

#endif
