/* Equal users that advance at one common rate: one virtual-work counter and one heap serve any
 * number of them, since a change of rate changes nobody's order. Page locks (work: pages) and flow
 * classes (work: bytes) are both of this kind. */
#ifndef TN_SIM_WORK_H
#define TN_SIM_WORK_H

/* Users of a work, and those that end at one instant, are told apart by `order`. */
struct tn_user {
  double end; /* value of the counter at which it is done */
  int order;  /* (rank, strand): unique among the users */
  void *who;
};

/* All zero: it has no users. */
struct tn_work {
  double done;  /* counter: work that each user has been served since the counter was 0 */
  double rate;  /* work per second and user */
  double since; /* time of `done` */
  struct tn_user *heap;
  int n, capacity;
};

void tn_work_finish(struct tn_work *work);

/* Brings the counter to `now`. Every change below needs that first. */
void tn_work_advance(struct tn_work *work, double now);
void tn_work_add(struct tn_work *work, double amount, int order, void *who);

/* Takes out a user who will be done within `slack` seconds, NULL when there is none. */
void *tn_work_take(struct tn_work *work, double slack);

/* Work that the user still has to be served, 0 or more. He must be there. */
double tn_work_left(const struct tn_work *work, int order);
/* Takes the user out before he is done; what he still has to be served. */
double tn_work_remove(struct tn_work *work, int order);

/* When the next user is done; infinite without users. */
double tn_work_next(const struct tn_work *work);

#endif
