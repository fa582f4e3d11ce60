/* export --for: writes the winners of rows as rules for an MPI library. */
#ifndef TN_TOOLS_EXPORTS_EXPORT_H
#define TN_TOOLS_EXPORTS_EXPORT_H

#include "plan/options.h"
#include "rules/rules.h"

/* Makes rules from the rows that the settings name, and writes the file of rules, which also
 * contains the command. Returns false and *error on failure. */
bool tn_export_rules(const struct tn_options *s, GError **error);

/* Returns true if --strict and --base are absent or apply to the rule files of the release;
 * otherwise returns false and *error (usage error). */
bool tn_export_check(const struct tn_options *s, enum tn_target target, GError **error);

/* Returns how to make the library read the file of rules, `file`, under the conditions of the rows.
 * `kind`: which of MPICH's tables the file has (enum tn_mpich_table). Transfer full. */
char *tn_export_use(const struct tn_rules *rules, int kind, const char *file);

/* Rules and the file into which they are written. All members are borrowed. */
struct tn_export {
  struct tn_rules *rules;
  const char *base;    /* names of the files with MPICH's default tables (--base), or NULL */
  const char *file;    /* name of the file; NULL: standard output */
  const char *command; /* command line that makes the same file */
};
/* Writes the rules and prints remarks on them. The settings name the input files. Returns false
 * and *error on failure. */
bool tn_export_write(const struct tn_options *s, const struct tn_export *x, GError **error);

/* Reads the options for --for: --transport (default: the release's own transport) and --loss
 * (default 2 %). Returns false and *error (usage error) on failure. */
bool tn_for_terms(const struct tn_options *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error);

/* Prints a note for each pair of neighbouring sizes of the rules (struct tn_parsed_rule, of the file
 * `file`) between which the order of additions changes, because another algorithm runs or the
 * algorithm's order depends on the size; without changes within the library's own decisions.
 * Simulates the rules. Returns false and *error, or false
 * alone after a signal. */
bool tn_lint_orders(const char *file, enum tn_target target, const GArray *rules, GError **error);

/* Returns those rows that keep what --reproducible of `settings` (struct tn_options) names, without
 * libraries' own decisions (`narrow` of struct tn_rules_terms). Prints the remarks. Fails if there
 * are none, and as tn_bits_kept. Transfer container. */
GPtrArray *tn_bits_rows(const void *settings, const GPtrArray *rows, GError **error);

/* Appends, to tn_rules_new's error that the rows are of another transport, the command that makes
 * rows of the right one. */
void tn_for_explain(const struct tn_options *s, const GPtrArray *rows, GError **error);

#endif
