/* Replaces --for LIBRARY by the options that it implies. */
#ifndef TN_PLAN_FOR_LIBRARY_H
#define TN_PLAN_FOR_LIBRARY_H

#include "options.h"

/* Sets the options that --for implies and that the user did not give: the release's algorithms and
 * its own decision, its transport, unchanged and rewritten buffers, the parameters that MPICH
 * fixes, and for UCX copies through shared memory and by CMA. run and measure get the release's own
 * decision as reference. Does nothing without --for. Errors are usage errors. */
bool tn_for_library(struct tn_options *s, GError **error);

#endif
