/* Sets of conditions (struct tn_cond), for which a strand waits repeatedly with few changes. Of the
 * conditions that hold, an urgent one is returned first, then the one at the lowest place (index).
 * A transport that remembers a set examines only the changes; no other strand may then wait for
 * flags in the same lines. */
#ifndef TN_ALGOS_WAITS_H
#define TN_ALGOS_WAITS_H

#include "transport.h"

/* A set of conditions; {0} is empty. */
struct tn_waits {
  struct tn_cond *conds; /* [n] condition of each place, or rank -1; [room] allocated; owned */
  int n, room;           /* number of places; number of allocated places, a multiple of 64 */
  int n_live;            /* number of places with a condition */
  bool is_known; /* true if the transport has examined the set and needs only the changed places;
                  * false if it must examine all places */
  uint64_t *changed;    /* [room / 64] bits of the places that changed since the last examination */
  struct tn_cond *list; /* [list_room] conditions that tn_waits_list returns; owned */
  int *places;          /* [list_room] place of each condition in `list`; owned */
  int list_room;
};

void tn_waits_finish(struct tn_waits *w);

/* Adds a place without a condition at the end. Returns the index of the place. */
int tn_waits_add(struct tn_waits *w);

void tn_waits_set(struct tn_waits *w, int place, struct tn_cond cond);
void tn_waits_clear(struct tn_waits *w, int place);

/* Lists the conditions in w->list, urgent ones first; returns their number. w->places[i] is the
 * place of condition i. The list has memory for one more condition. */
int tn_waits_list(struct tn_waits *w);

/* Returns the place of the only condition of a set. */
int tn_waits_only(const struct tn_waits *w);

/* Calls `step` and waits alternately until `step` returns false; the simulator does so without
 * returning to the caller. */
void tn_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);

#endif
