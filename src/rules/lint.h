/* What a library would pass over in silence in a file of decisions: a dropped file, a dropped or
 * unreachable block, an ignored rule, a meaning that has shifted. */
#ifndef TN_RULES_LINT_H
#define TN_RULES_LINT_H

#include "decide/target.h"
#include "flaws.h"

/* All that is wrong with the text of a file, which need not end in NUL; empty: nothing. Transfer
 * full. */
GArray *tn_lint(enum tn_target target, const char *text, gsize length);

/* Of one format each; they append. */
void tn_lint_classic(GArray *flaws, enum tn_target target, const char *text, gsize length);
void tn_lint_mpich(GArray *flaws, enum tn_target target, const char *text, gsize length);
void tn_lint_mca(GArray *flaws, const char *text, gsize length);
void tn_lint_ucc(GArray *flaws, const char *text, gsize length);
void tn_lint_ucx(GArray *flaws, const char *text, gsize length);
void tn_lint_tuned_json(GArray *flaws, const char *text, gsize length);

#endif
