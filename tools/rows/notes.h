/* What stands under tables of times: what is assumed, and what is known of the error. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include <stdio.h>

#include "plan/points.h"

/* Writes which of the parameters that matter have no basis in a measurement or a paper. Bit m of
 * `mechanisms` stands for enum tn_mechanism m; without `is_sim` only what closed forms know
 * counts. */
void tn_note_assumed(FILE *file, const struct tn_setup *setup, unsigned mechanisms, bool is_sim);
/* Writes how far predictions of the collective were off where they were compared. */
void tn_note_error(FILE *file, const struct tn_setup *setup, enum tn_collective collective);

#endif
