/* export --for: the winners of rows as a file of decisions that an MPI library reads. */
#ifndef TN_TOOLS_EXPORTS_EXPORT_H
#define TN_TOOLS_EXPORTS_EXPORT_H

#include "plan/options.h"
#include "rules/rules.h"

/* Makes the rules of the settings' rows and writes their file, which tells the command. False and
 * *error. */
bool tn_export_rules(const struct tn_options *s, GError **error);

/* Refuses --strict and --base where files of the release have no use for them. *error (usage). */
bool tn_export_check(const struct tn_options *s, enum tn_target target, GError **error);

/* Rules, and how their file is written. All borrowed. */
struct tn_export {
  struct tn_rules *rules;
  const char *base;    /* default tables of MPICH, as --base; NULL: none */
  const char *file;    /* NULL: standard output */
  const char *command; /* that makes the same file */
};
/* Writes them, and prints what to know of them. The settings tell which files are read. False and *error. */
bool tn_export_write(const struct tn_options *s, const struct tn_export *x, GError **error);

/* How --for makes rules of rows: by --transport or the release's own, and --loss, 2 % unless it is
 * said. False and *error (usage). */
bool tn_for_terms(const struct tn_options *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error);

/* Adds to an error of tn_rules_new that rows are of another transport the command that makes the
 * right ones. */
void tn_for_explain(const struct tn_options *s, const GPtrArray *rows, GError **error);

#endif
