/* Default decisions of Open MPI's coll/xhc in 6.0 (op_mca_default in coll_xhc_component.c). It runs
 * only on request (priority 0).
 *
 * bcast and barrier use the hierarchy numa,socket; a bcast goes through shared memory up to 256
 * bytes. Reductions use l3,numa,socket, go through shared memory up to 4096 bytes, and have pieces
 * of at least 4096 bytes (uniform_chunks_min), which the leader at the top also sums
 * (reduce_load_balance top). Chunks have 16 KiB. Differences (~): in coll/xhc a payload of up to
 * one line is inside the control line; here it is in separate memory. In its reductions all leaders
 * help with the first chunk, and pieces grow with the vector up to a chunk for each rank; here up
 * to a chunk for all ranks. Not modelled: dynamic_leader, off by default. */
#include "algos/entries.h"
#include "algos/kit/hierarchy.h"
#include "library.h"

enum {
  BCAST_CICO_MAX = 256,
  IMMEDIATE = 32, /* bytes of payload in a control line (assumed) */
  REDUCE_CICO_MAX = 4096,
  UNIFORM_MIN = 4096,
  CHUNK = 16384
};
/* the list l3+numa+socket */
enum { LEVELS_L3_NUMA_SOCKET = 0x432 };

static struct tn_decision bcast(const struct tn_call *call)
{
  struct tn_decision decision = tn_decision_make(&tn_bcast_xhc_tree, "xhc");
  tn_decision_set(&decision, "chunk", CHUNK);
  tn_decision_set(&decision, "cico_max", BCAST_CICO_MAX);
  tn_decision_set(&decision, "hierarchy", TN_LEVELS_NUMA_SOCKET);
  decision.is_substitute = call->block <= IMMEDIATE;
  return decision;
}

static struct tn_decision sum(const struct tn_algorithm *a)
{
  struct tn_decision decision = tn_decision_make(a, "xhc");
  tn_decision_set(&decision, "chunk", CHUNK);
  tn_decision_set(&decision, "cico_max", REDUCE_CICO_MAX);
  tn_decision_set(&decision, "reduce_min", UNIFORM_MIN);
  tn_decision_set(&decision, "head", tn_decision_find(&decision, "head", "sums"));
  tn_decision_set(&decision, "hierarchy", LEVELS_L3_NUMA_SOCKET);
  decision.is_substitute = true;
  return decision;
}

static struct tn_decision as_xhc(const struct tn_call *call)
{
  if (call->collective == TN_BCAST)
    return bcast(call);
  if (call->collective == TN_BARRIER)
    return tn_decision_make(&tn_barrier_xhc_tree, "xhc");
  return sum(call->collective == TN_REDUCE ? &tn_reduce_xhc_tree : &tn_allreduce_xhc_tree);
}

#define XHC                                                                                        \
  .name = TN_LIBRARY_PREFIX "xhc", .summary = "default of Open MPI 6.0's coll/xhc",                \
  .source = "Open MPI, coll_xhc_component.c", .decide = as_xhc

const struct tn_chooser tn_choosers_xhc[] = {
  { XHC, TN_MAPPED_OR_COPIED, .collectives = TN_SET(BCAST) },
  { XHC, TN_MAPPED, .collectives = TN_SET_SUMS | TN_SET(BARRIER) },
  { .name = NULL },
};
