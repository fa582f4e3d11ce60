/* Checks decision files for errors that the library does not report: it then ignores the file, a
 * block or a rule, never reaches a block, or reads a value with another meaning. */
#ifndef TN_RULES_LINT_H
#define TN_RULES_LINT_H

#include "decide/target.h"
#include "flaws.h"

/* Returns all errors in the text of a decision file (struct tn_flaw); the array is empty if there
 * are none. The text need not end in NUL. Transfer full. */
GArray *tn_lint(enum tn_target target, const char *text, gsize length);

/* Appends the errors to `flaws`. Appends the rules, as the library reads them, to `parsed` (may be
 * NULL). Returns false if the last error makes the library ignore the file. */
bool tn_lint_read(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                  gsize length);

/* Checks a file of one format; arguments and result are those of tn_lint_read. */
typedef bool tn_linter(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                       gsize length);
tn_linter tn_lint_classic, tn_lint_tuned_json, tn_lint_mpich, tn_lint_ucc, tn_lint_mca, tn_lint_ucx;

#endif
