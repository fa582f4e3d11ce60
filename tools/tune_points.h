/* Points run for a decision; when that is interrupted their rows stay. */
#ifndef TN_TOOLS_TUNE_POINTS_H
#define TN_TOOLS_TUNE_POINTS_H

#include "rows/row.h"

/* Runs the selection and appends the rows of its points. With --rows they are kept in that file, and
 * what is there is not run again. Interrupted without it, they go to a new file in the working
 * folder, and *error says with what command to go on: `words` are those of this one, NULL-terminated.
 * *ret_ok: no point failed; *ret_notes: what is assumed, as text (free). False and *error otherwise. */
bool tn_tune_points(const struct tn_settings *s, char *const *words, GPtrArray *rows, bool *ret_ok,
                    char **ret_notes, GError **error);

#endif
