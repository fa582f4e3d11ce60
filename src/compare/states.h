/* Finds measured rows whose machine was in another state than during its calibration. Predictions
 * by this calibration do not apply to them. */
#ifndef TN_COMPARE_STATES_H
#define TN_COMPARE_STATES_H

#include "study/row.h"

struct tn_state_mismatches {
  /* number of measured rows with a known state, and with a prediction of known state */
  guint n_known;
  /* const struct tn_row *, borrowed: the rows counted in n_known that were measured in another
   * state than predicted */
  GPtrArray *others;
};

/* Compares the machine's state before and after each measured row with that of the predicted rows
 * of the same point; costs may differ by a factor of TN_FINGERPRINT_SAME. Returns false and *error
 * (usage) if a state is malformed. */
bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_state_mismatches *ret, GError **error);
void tn_state_mismatches_clear(struct tn_state_mismatches *found);

/* Removes the rows in found->others from `measured`. If `predicted` has several repeats of a point,
 * removes from it the repeats in a state that no remaining measured row has, provided that another
 * repeat is in such a state. */
void tn_states_remove(const struct tn_state_mismatches *found, GPtrArray *predicted,
                      GPtrArray *measured);

/* Returns a sentence on the rows in other states; NULL if no state is known. `left_out`: true if
 * they were removed. Transfer full. */
char *tn_states_text(const struct tn_state_mismatches *found, bool left_out);

#endif
