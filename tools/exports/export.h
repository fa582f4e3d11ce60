/* export --for: writes the winners of rows as a file of rules for an MPI library. */
#ifndef TN_TOOLS_EXPORTS_EXPORT_H
#define TN_TOOLS_EXPORTS_EXPORT_H

#include "plan/options.h"
#include "rules/rules.h"

/* Makes rules from the rows of the settings and writes their file, which includes the command.
 * Returns false and *error on failure. */
bool tn_export_rules(const struct tn_options *s, GError **error);

/* Returns false and *error (usage) if --strict or --base is given and files of the release cannot
 * use it. */
bool tn_export_check(const struct tn_options *s, enum tn_target target, GError **error);

/* Rules and the form of their file. All members are borrowed. */
struct tn_export {
  struct tn_rules *rules;
  const char *base;    /* MPICH's default tables from --base, or NULL */
  const char *file;    /* NULL: standard output */
  const char *command; /* command that makes the same file */
};
/* Writes the rules and prints remarks on them. The settings name the input files. Returns false
 * and *error on failure. */
bool tn_export_write(const struct tn_options *s, const struct tn_export *x, GError **error);

/* Reads the terms of --for: the transport of --transport or the release's own, and --loss (default
 * 2 %). Returns false and *error (usage) on failure. */
bool tn_for_terms(const struct tn_options *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error);

/* Adds to an error of tn_rules_new about rows of another transport the command that makes the
 * right rows. */
void tn_for_explain(const struct tn_options *s, const GPtrArray *rows, GError **error);

#endif
