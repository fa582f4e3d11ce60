/* Checks decision files for errors that a library accepts silently: it ignores the file, a block or
 * a rule, never reaches a block, or gives a value another meaning. */
#ifndef TN_RULES_LINT_H
#define TN_RULES_LINT_H

#include "decide/target.h"
#include "flaws.h"

/* Returns all errors in the text of a file (struct tn_flaw); the text need not end in NUL. The
 * array is empty if there are no errors. Transfer full. */
GArray *tn_lint(enum tn_target target, const char *text, gsize length);

/* Appends the errors to `flaws` and the rules as the library reads them to `parsed` (may be NULL).
 * Returns false if the last flaw makes the library ignore the file. */
bool tn_lint_read(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                  gsize length);

/* Checks the files of one format, with arguments and result of tn_lint_read. */
typedef bool tn_linter(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                       gsize length);
tn_linter tn_lint_classic, tn_lint_tuned_json, tn_lint_mpich, tn_lint_ucc, tn_lint_mca, tn_lint_ucx;

#endif
