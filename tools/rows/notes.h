/* What stands under tables of times: what is assumed, and what is known of the error. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include <stdio.h>

#include "row.h"

/* Writes which assumed parameters the times of the points (guint, numbers of points of one setup)
 * rest on: at most five, those first that decide most, and how many more. */
void tn_note_assumed(FILE *file, const struct tn_results *results, const struct tn_setup *setup,
                     const GArray *points);
/* Writes how far predictions of the collective were off where they were compared. */
void tn_note_error(FILE *file, const struct tn_setup *setup, enum tn_collective collective);

#endif
