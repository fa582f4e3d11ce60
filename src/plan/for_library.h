/* What --for LIBRARY stands for. */
#ifndef TN_PLAN_FOR_LIBRARY_H
#define TN_PLAN_FOR_LIBRARY_H

#include "options.h"

/* Sets what --for stands for and was not said: of a selection the release's algorithms and its own
 * decision, its transport, buffers unchanged and rewritten, for MPICH the parameters that it has
 * fixed, for UCX copies through shared memory and by CMA; of run and measure its own decision as the
 * reference. Nothing without --for. False and *error (usage). */
bool tn_for_library(struct tn_options *s, GError **error);

#endif
