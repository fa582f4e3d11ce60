/* Winners when calls find their buffers in another state: what was read before is in caches, so
 * that times of unchanged buffers may mislead. */
#ifndef TN_TUNE_BUFFER_STATES_H
#define TN_TUNE_BUFFER_STATES_H

#include "study/row.h"

/* Neighbouring sizes at which another choice wins there, by more than a tie. */
struct tn_other_change {
  int64_t first, last;
  const struct tn_row *here, *there; /* the winners at the first of them */
  double loss_min, loss_max; /* of what wins here, there: its time over the best - 1; NAN when it
                              * has no row there */
  bool is_least;             /* it was stopped there (study/race.h): it loses more than loss_min */
};

/* Another state of one context. */
struct tn_other_state {
  const struct tn_row *first;  /* any row there; it names the state */
  double ratio_min, ratio_max; /* the best time there over the best here, over the sizes */
  GArray *changes;             /* struct tn_other_change, sizes ascending */
};

/* Rows (struct tn_row *) by what makes their context but the state of the buffers. */
struct tn_other_states;
/* Borrows the rows, also those of `more` (may be NULL), which are no choices of their own. */
struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective);
void tn_other_states_free(struct tn_other_states *states);

/* The other states of the context of `row`, one of the rows: contexts that differ from it in
 * buffers only and share a size with it. Of struct tn_other_state, transfer full. */
GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row);

#endif
