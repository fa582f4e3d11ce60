/* Compares the winners in different states of the buffers: unchanged buffers may mislead, because
 * data of the previous call is still cached. */
#ifndef TN_TUNE_BUFFER_STATES_H
#define TN_TUNE_BUFFER_STATES_H

#include "study/row.h"

/* Neighbouring sizes at which the two states have different winners by more than a tie. */
struct tn_other_change {
  int64_t first, last;
  const struct tn_row *here, *there; /* winners at the size `first`, in this and in the other
                                      * state */
  double loss_min, loss_max; /* this state's winner in the other state: time there / best time there
                              * - 1, least and most over the sizes; NAN without a row there */
  bool is_least;             /* true if that run was stopped (study/race.h): loss_min is a lower
                              * limit */
};

struct tn_other_state {
  const struct tn_row *first;  /* any row of the other state, named by its column `buffers` */
  double ratio_min, ratio_max; /* best time in the other state / in this state, least and most over
                                * the sizes */
  GArray *changes;             /* struct tn_other_change, sizes ascending */
};

/* Rows (struct tn_row *) grouped by context without the state of the buffers. */
struct tn_other_states;
/* Groups the rows and `more` (may be NULL), borrowed. Rows of `more` cannot win. */
struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective);
void tn_other_states_free(struct tn_other_states *states);

/* Returns the other states (struct tn_other_state) for the context of `row`, one of the rows:
 * contexts that differ only in `buffers` and have a size in common. Transfer full. */
GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row);

#endif
