/* export --for: the winners of rows as a file of decisions that an MPI library reads. */
#ifndef TN_TOOLS_RULES_EXPORT_H
#define TN_TOOLS_RULES_EXPORT_H

#include "plan/options.h"

/* Makes the rules of the settings' rows and writes their file, which tells the n words of the command.
 * False and *error. */
bool tn_export_rules(const struct tn_settings *s, int n, char *const *words, GError **error);

#endif
