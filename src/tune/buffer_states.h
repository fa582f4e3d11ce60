/* Compares the winners in different states of the buffers. Times with unchanged buffers may
 * mislead, because data from the previous call is still in the caches. */
#ifndef TN_TUNE_BUFFER_STATES_H
#define TN_TUNE_BUFFER_STATES_H

#include "study/row.h"

/* Neighbouring sizes at which the two states have different winners, and the difference is larger
 * than a tie. */
struct tn_other_change {
  int64_t first, last;
  const struct tn_row *here, *there; /* winners at the size `first`, in this state and in the
                                      * other state */
  double loss_min, loss_max; /* loss of this state's winner in the other state: its time there,
                              * divided by the best time there, minus 1; least and most over the
                              * sizes; NAN if the winner has no row there */
  bool is_least;             /* true if the winner's run in the other state was stopped
                              * (study/race.h); loss_min is then a lower limit */
};

/* Another state of the buffers of one context. */
struct tn_other_state {
  const struct tn_row *first;  /* any row of the other state; its column `buffers` names the
                                * state */
  double ratio_min, ratio_max; /* best time in the other state divided by the best time in this
                                * state, least and most over the sizes */
  GArray *changes;             /* struct tn_other_change, sizes ascending */
};

/* Rows (struct tn_row *) grouped by context without the state of the buffers. */
struct tn_other_states;
/* Groups the rows and the rows of `more` (may be NULL), which are borrowed. Rows of `more` cannot
 * win. */
struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective);
void tn_other_states_free(struct tn_other_states *states);

/* Returns the other states (struct tn_other_state) for the context of `row`, which is one of the
 * rows. A context is another state if it differs only in `buffers` and has a size in common.
 * Transfer full. */
GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row);

#endif
