/* Compares the winners in different states of the buffers. Data that was read before is in
 * caches, so times with unchanged buffers may mislead. */
#ifndef TN_TUNE_BUFFER_STATES_H
#define TN_TUNE_BUFFER_STATES_H

#include "study/row.h"

/* Neighbouring sizes at which another choice wins in the other state by more than a tie. */
struct tn_other_change {
  int64_t first, last;
  const struct tn_row *here, *there; /* winners at `first` in this state and in the other state */
  double loss_min, loss_max; /* loss of this state's winner in the other state: its time over the
                              * best - 1; NAN if it has no row there */
  bool is_least;             /* true if its run in the other state was stopped (study/race.h):
                              * loss_min is a lower limit */
};

/* Another state of the buffers of one context. */
struct tn_other_state {
  const struct tn_row *first;  /* any row of the other state; it names the state */
  double ratio_min, ratio_max; /* best time in the other state over the best time in this state,
                                * least and most over the sizes */
  GArray *changes;             /* struct tn_other_change, sizes ascending */
};

/* Rows (struct tn_row *) grouped by context without the state of the buffers. */
struct tn_other_states;
/* Borrows the rows and the rows of `more` (may be NULL). Rows of `more` cannot win. */
struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective);
void tn_other_states_free(struct tn_other_states *states);

/* Returns the other states (struct tn_other_state) of the context of `row`, which is one of the
 * rows: contexts that differ from it only in `buffers` and share a size with it. Transfer full. */
GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row);

#endif
