/* A set of conditions that a strand waits for repeatedly and that change little between two waits.
 * Each condition has a place. If several conditions hold, urgent ones precede others, and the
 * lowest place precedes the rest. A transport that remembers the set of a strand examines only the
 * changes; the flags of the conditions are then in lines that no other strand waits for. */
#ifndef TN_ALGOS_WAITS_H
#define TN_ALGOS_WAITS_H

#include "transport.h"

/* A set of conditions; {0} is empty. */
struct tn_waits {
  struct tn_cond *conds; /* [n] by place; rank -1: no condition; [room], owned: tn_waits_finish */
  int n, room;           /* room is a multiple of 64 */
  int n_live;            /* places with a condition */
  bool is_known; /* true if the transport has examined the set; false: it must examine all places */
  uint64_t *changed;    /* [room / 64] bits of the places changed since the last examination */
  struct tn_cond *list; /* [list_room] of tn_waits_list */
  int *places;          /* [list_room] */
  int list_room;
};

void tn_waits_finish(struct tn_waits *w);

/* Adds a place at the end, without a condition, and returns it. */
int tn_waits_add(struct tn_waits *w);

/* Sets or clears the condition of a place. */
void tn_waits_set(struct tn_waits *w, int place, struct tn_cond cond);
void tn_waits_clear(struct tn_waits *w, int place);

/* Lists the conditions in w->list, urgent ones first, and returns their number. The condition at
 * index i has the place w->places[i]. The list has room for one more. */
int tn_waits_list(struct tn_waits *w);

/* Returns the place of the only condition of a set. */
int tn_waits_only(const struct tn_waits *w);

/* Calls `step` and waits for the set alternately until `step` returns false. The simulator runs the
 * steps without returning to the caller in between. */
void tn_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);

#endif
