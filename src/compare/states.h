/* Rows that were measured while the machine was in another state than when it was calibrated. A
 * calibration cannot predict them, whatever the model is worth. */
#ifndef TN_COMPARE_STATES_H
#define TN_COMPARE_STATES_H

#include "study/row.h"

struct tn_states_found {
  guint n_known;     /* measured rows whose state and whose prediction's state are known */
  GPtrArray *others; /* const struct tn_row *, borrowed: those of them measured in another state */
};

/* A measured row is in the calibration's state when the fingerprints before and after it are, by
 * TN_FINGERPRINT_SAME, those of a predicted row of its point. False and *error (usage) when a state
 * is malformed. tn_states_found_clear. */
bool tn_states_find(const GPtrArray *predicted, const GPtrArray *measured,
                    struct tn_states_found *ret, GError **error);
void tn_states_found_clear(struct tn_states_found *found);

/* Takes the others out of `measured`, and out of `predicted` those repeats of a point in whose state
 * none of its measured rows is left while one is in another repeat's. */
void tn_states_leave_out(const struct tn_states_found *found, GPtrArray *predicted,
                         GPtrArray *measured);

/* A sentence that counts them and names their lines; transfer full. NULL: no state is known. */
char *tn_states_say(const struct tn_states_found *found, bool left_out);

#endif
