/* Open MPI's coll/sm of 1.5 to 5.0: mapped/sm.c with the defaults of coll_sm_component.c. It runs
 * only if the user requests it, as its priority is 0. It has only the collectives of
 * mapped/sm.c. */
#include "algos/entries.h"
#include "library.h"

static struct tn_decision as_sm(const struct tn_call *call)
{
  return tn_decision_make(tn_method_find(call->collective, "sm")->runs, "sm");
}

const struct tn_chooser tn_choosers_sm[] = {
  { .name = TN_LIBRARY_PREFIX "sm",
    .summary = "default of Open MPI's coll/sm",
    .source = "Open MPI, coll_sm_component.c",
    .collectives = TN_SET(BCAST) | TN_SET_SUMS | TN_SET(BARRIER),
    .decide = as_sm,
    TN_SEGMENTS },
  { .name = NULL },
};
