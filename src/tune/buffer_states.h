/* Compares the winners in different states of the buffers. The default state, unchanged, may
 * mislead, because data of the previous call is still cached. */
#ifndef TN_TUNE_BUFFER_STATES_H
#define TN_TUNE_BUFFER_STATES_H

#include "study/row.h"

/* Range of neighbouring sizes at which two states have different winners, by more than a tie. */
struct tn_other_change {
  int64_t first, last;
  /* rows, at the size `first`, of the winner in this state and of the winner in the other state */
  const struct tn_row *here, *there;
  /* loss of this state's winner in the other state: its time in the other state / the best time
   * there - 1, smallest and largest over the sizes; NAN without a row there */
  double loss_min, loss_max;
  /* true if a race stopped this winner's run in the other state (study/race.h): loss_min is a lower
   * limit */
  bool is_least;
};

struct tn_other_state {
  /* any row of the other state; its column `buffers` has the state's name */
  const struct tn_row *first;
  /* the best time in the other state / best time in this state, smallest and largest over the
   * sizes */
  double ratio_min, ratio_max;
  GArray *changes; /* struct tn_other_change, by ascending size */
};

/* Rows (struct tn_row *) grouped by their contexts without `buffers`. */
struct tn_other_states;
/* Groups the rows and `more` (may be NULL), borrowed. Rows of `more` cannot win. */
struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective);
void tn_other_states_free(struct tn_other_states *states);

/* Compares the state of `row`, one of the rows, with each other state: contexts that differ only in
 * `buffers`, and have a size in common. Returns an array of struct tn_other_state. Transfer
 * full. */
GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row);

#endif
