/* Open MPI's coll/sm, of 1.5 to 5.0, when asked for (its priority is 0): mapped/sm.c with its defaults
 * (coll_sm_component.c). It has no other collectives. */
#include "algos/entries.h"
#include "library.h"

static struct tn_decision as_sm(const struct tn_call *call)
{
  return tn_decision_make(call->collective == TN_BCAST       ? &tn_bcast_sm
                          : call->collective == TN_REDUCE    ? &tn_reduce_sm
                          : call->collective == TN_ALLREDUCE ? &tn_allreduce_sm
                                                             : &tn_barrier_sm,
                          "sm");
}

TN_DEFINE_RELEASE(TN_EACH_SHARED, library_sm, .name = TN_LIBRARY_PREFIX "sm", TN_SEGMENTS,
                  .one_node = true, .summary = "Open MPI's coll/sm",
                  .source = "Open MPI, coll_sm_component.c", .decide = as_sm)
