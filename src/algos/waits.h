/* Conditions that a strand waits for again and again, of which few change from one wait to the next.
 * Each has a place for as long as it is of interest; where several hold, urgent ones go before
 * others, and of these the one that has the lowest place is taken. A transport that keeps in mind what
 * a strand waits for looks at the changes only; flags of the conditions then lie in lines that no
 * other strand waits for. */
#ifndef TN_ALGOS_WAITS_H
#define TN_ALGOS_WAITS_H

#include "transport.h"

/* {0} has none. */
struct tn_waits {
  struct tn_cond *conds; /* [n] by place; of rank -1: none there. [room], owned: tn_waits_finish */
  int n, room;           /* room: a multiple of 64 */
  int n_live;            /* places with a condition */
  bool is_known;         /* the transport has looked at it; false: it shall look at all places */
  uint64_t *changed;     /* [room / 64], a bit for each place that it has not looked at since */
  struct tn_cond *list;  /* [list_room] of tn_waits_list */
  int *places;           /* [list_room] */
  int list_room;
};

void tn_waits_finish(struct tn_waits *w);

/* A new place, the last, without a condition. */
int tn_waits_add(struct tn_waits *w);

/* The place has this condition, or none, instead of what it had. */
void tn_waits_set(struct tn_waits *w, int place, struct tn_cond cond);
void tn_waits_clear(struct tn_waits *w, int place);

/* The conditions there are in w->list, those first that go before others; returns how many. What
 * stands at index i has the place w->places[i]. There is room for one more. */
int tn_waits_list(struct tn_waits *w);

/* The place of a set's only condition. */
int tn_waits_only(const struct tn_waits *w);

/* Waits for the set after each step until that says that it is over. The simulator carries the steps
 * out without going back to the caller in between. */
void tn_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);

#endif
