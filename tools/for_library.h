/* What --for LIBRARY stands for. */
#ifndef TN_TOOLS_FOR_LIBRARY_H
#define TN_TOOLS_FOR_LIBRARY_H

#include "decide/rules.h"
#include "plan/options.h"

/* Sets what --for stands for and was not said: of a selection the release's algorithms and its own
 * decision, its transport, buffers unchanged and rewritten, for MPICH the parameters that it has
 * fixed, for UCX copies through shared memory and by CMA; of tune that only what the release has
 * may win. Nothing without --for. False and *error (usage). */
bool tn_for_library(struct tn_settings *s, GError **error);

/* How --for makes rules of rows: by --transport or the release's own, and --loss, 2 % unless it is
 * said. False and *error (usage). */
bool tn_for_terms(const struct tn_settings *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error);

/* Adds to an error of tn_rules_new that rows are of another transport the command that makes the
 * right ones. */
void tn_for_explain(const struct tn_settings *s, const GPtrArray *rows, GError **error);

#endif
