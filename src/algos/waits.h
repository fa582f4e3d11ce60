/* Sets of conditions. A strand waits for a set repeatedly, and few conditions change between two
 * waits. Each condition has a place. If several conditions hold, urgent ones precede others; among
 * equally urgent ones, the lowest place comes first. A transport that remembers the set of a strand
 * examines only the changes; the flags of the conditions are then in lines that no other strand
 * waits for. */
#ifndef TN_ALGOS_WAITS_H
#define TN_ALGOS_WAITS_H

#include "transport.h"

/* A set of conditions; {0} is empty. */
struct tn_waits {
  struct tn_cond *conds; /* [n] by place, with memory for [room]; rank -1: the place has no
                          * condition; owned */
  int n, room;           /* number of places; allocated places, a multiple of 64 */
  int n_live;            /* number of places with a condition */
  bool is_known; /* true if the transport has examined the set; false: it must examine all places */
  uint64_t *changed;    /* [room / 64] bits of the places changed since the last examination */
  struct tn_cond *list; /* [list_room] conditions that tn_waits_list returns; owned */
  int *places;          /* [list_room] place of each condition in `list`; owned */
  int list_room;
};

void tn_waits_finish(struct tn_waits *w);

/* Adds a place without a condition at the end. Returns the index of the place. */
int tn_waits_add(struct tn_waits *w);

/* Sets or clears the condition of a place. */
void tn_waits_set(struct tn_waits *w, int place, struct tn_cond cond);
void tn_waits_clear(struct tn_waits *w, int place);

/* Lists the conditions in w->list, urgent ones first, and returns their number. The condition at
 * index i has the place w->places[i]. The list has memory for one more condition. */
int tn_waits_list(struct tn_waits *w);

/* Returns the place of the only condition of a set. */
int tn_waits_only(const struct tn_waits *w);

/* Calls `step` and waits for the set alternately until `step` returns false. The simulator runs the
 * steps without returning to the caller in between. */
void tn_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);

#endif
