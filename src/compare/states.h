/* Finds rows that were measured while the machine was in another state than during its
 * calibration. No calibration can predict such rows. */
#ifndef TN_COMPARE_STATES_H
#define TN_COMPARE_STATES_H

#include "study/row.h"

struct tn_states_found {
  guint n_known;     /* measured rows with known state of the row and of its prediction */
  GPtrArray *others; /* const struct tn_row *, borrowed: the rows of these that have another
                      * state */
};

/* Compares the fingerprints before and after each measured row with those of a predicted row of
 * its point, within TN_FINGERPRINT_SAME. Returns false and *error (usage) if a state is
 * malformed. Free the result with tn_states_found_clear. */
bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_states_found *ret, GError **error);
void tn_states_found_clear(struct tn_states_found *found);

/* Removes the rows in other states from `measured`. Removes from `predicted` the repeats of a
 * point whose state matches no remaining measured row while another repeat's state does. */
void tn_states_leave_out(const struct tn_states_found *found, GPtrArray *predicted,
                         GPtrArray *measured);

/* Returns a sentence with their number and lines; NULL if no state is known. Transfer full. */
char *tn_states_say(const struct tn_states_found *found, bool left_out);

#endif
