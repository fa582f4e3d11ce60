/* A barrier like Intel MPI's within a node: number 7 of I_MPI_ADJUST_BARRIER in its documentation,
 * "topology aware SHM-based flat". Its source is not public. Assumed: this barrier is the default;
 * each rank sets one flag for rank 0, and rank 0 sets one flag for all ranks. */
#include "algos/entries.h"
#include "library.h"

static struct tn_decision flat(const struct tn_call *call)
{
  struct tn_decision decision = tn_decision_like(&tn_barrier_release_gather, "shm_flat");
  tn_decision_set(&decision, "radix", call->n_ranks > 2 ? call->n_ranks : 2);
  return decision;
}

const struct tn_chooser tn_choosers_intel[] = {
  TN_CHOOSER_OF(TN_SET(BARRIER), "intel", flat, NULL,
                "Intel MPI, developer reference, I_MPI_ADJUST_BARRIER 7",
                "assumed form of Intel MPI's barrier in shared memory"),
  { .name = NULL },
};
