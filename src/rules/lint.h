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

/* Of one format each. */
bool tn_lint_classic(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                     gsize length);
bool tn_lint_tuned_json(GArray *flaws, GArray *told, const char *text, gsize length);
void tn_lint_mpich(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                   gsize length);
void tn_lint_ucc(GArray *flaws, GArray *told, const char *text, gsize length);
void tn_lint_mca(GArray *flaws, const char *text, gsize length);
void tn_lint_ucx(GArray *flaws, const char *text, gsize length);

#endif
