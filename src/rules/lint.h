/* What a library would pass over in silence in a file of decisions: a dropped file, a dropped or
 * unreachable block, an ignored rule, a meaning that has shifted. */
#ifndef TN_RULES_LINT_H
#define TN_RULES_LINT_H

#include "decide/target.h"
#include "flaws.h"

/* All that is wrong with the text of a file, which need not end in NUL; empty: nothing. Transfer
 * full. */
GArray *tn_lint(enum tn_target target, const char *text, gsize length);

/* Appends to flaws what is wrong, and, unless it is NULL, to `told` (told.h) all that the library is told. False:
 * it drops the whole file, for the last of the flaws. */
bool tn_lint_read(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                  gsize length);

/* The same of one format each. */
typedef bool tn_linter(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                       gsize length);
tn_linter tn_lint_classic, tn_lint_tuned_json, tn_lint_mpich, tn_lint_ucc, tn_lint_mca, tn_lint_ucx;

#endif
