/* Points run for a decision; when that is interrupted their rows stay. */
#ifndef TN_TOOLS_TUNE_POINTS_H
#define TN_TOOLS_TUNE_POINTS_H

#include "tune/field.h"

/* Runs the selection into the field (tn_field_collect). With --rows the rows are kept in that file,
 * and what is there is not run again. Interrupted without it, they go to a new file in the working
 * folder, and *error says with what command to go on: `words` are those of this one,
 * NULL-terminated. False and *error otherwise. */
bool tn_tune_points(struct tn_field *field, const struct tn_settings *s, char *const *words,
                    bool tells_states, GError **error);

/* Whether --reference, if it is given, is one of these algorithms; ends the names by NULL. */
bool tn_tune_check_reference(const struct tn_settings *s, GPtrArray *names, GError **error);

/* The command line as a shell reads it, with --rows `file` unless that is NULL. Transfer full. */
char *tn_tune_command_line(char *const *words, const char *file);

#endif
