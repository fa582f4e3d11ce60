/* Finds rows that were measured while the machine was in another state than during its calibration.
 * No calibration can predict the times of such rows. */
#ifndef TN_COMPARE_STATES_H
#define TN_COMPARE_STATES_H

#include "study/row.h"

struct tn_state_mismatches {
  guint n_known;     /* number of measured rows whose state and whose prediction's state are
                      * known */
  GPtrArray *others; /* const struct tn_row *, borrowed: the rows among the n_known that were
                      * measured in another state */
};

/* Compares the fingerprints before and after each measured row with those of a predicted row of the
 * same point. Equal means within TN_FINGERPRINT_SAME. Returns false and *error (usage) if a state
 * is malformed. Free the result with tn_state_mismatches_clear. */
bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_state_mismatches *ret, GError **error);
void tn_state_mismatches_clear(struct tn_state_mismatches *found);

/* Removes the rows in `found->others` from `measured`. If a point has several predicted repeats,
 * removes from `predicted` the repeats whose state matches no remaining measured row, provided that
 * the state of another repeat does. */
void tn_states_remove(const struct tn_state_mismatches *found, GPtrArray *predicted,
                      GPtrArray *measured);

/* Returns a sentence with the number and the lines of the rows in other states; NULL if no state is
 * known. `left_out`: true if these rows were removed. Transfer full. */
char *tn_states_text(const struct tn_state_mismatches *found, bool left_out);

#endif
