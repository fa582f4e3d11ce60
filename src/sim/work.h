/* Equal users that advance at one common rate. A change of the rate does not change their order, so
 * one virtual-work counter and one heap serve any number of users. Page locks (work: pages) and
 * flow classes (work: bytes) use it. */
#ifndef TN_SIM_WORK_H
#define TN_SIM_WORK_H

/* A user. `order` identifies a user and breaks ties at one instant. */
struct tn_user {
  double end; /* value of the counter at which it is done */
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

/* Removes and returns a user that will be done within `slack` seconds, or NULL. */
void *tn_work_take(struct tn_work *work, double slack);

/* Returns the work that the user still has to receive, 0 or more. The user must exist. */
double tn_work_left(const struct tn_work *work, int order);
/* Removes the user before it is done. Returns the work that it still had to receive. */
double tn_work_remove(struct tn_work *work, int order);

/* Returns the time when the next user is done; infinite without users. */
double tn_work_next(const struct tn_work *work);

#endif
