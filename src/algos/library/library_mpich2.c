/* MPICH2 1.3's own decisions: the thresholds of its mpi/coll for commutative operations and ranks
 * on one node. All algorithms send messages. Between nodes its broadcast, reductions and barrier
 * have one tree in each node and one between the nodes; the registry lacks these algorithms.
 * MPICH's decisions, which have the same thresholds, are used for scatter, gather, allgather,
 * scatterv, gatherv, alltoallv and (except for the ring's chunks) allgatherv. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "library.h"

/* Thresholds in bytes and ranks. */
enum {
  BCAST_SHORT = 12288,
  BCAST_LONG = 524288,
  BCAST_FEW = 8,
  SUM_SHORT = 2048,
  ALLTOALL_SHORT = 256,
  ALLTOALL_FEW = 8
};

static struct tn_decision bcast(const struct tn_call *call)
{
  if (call->n_ranks < BCAST_FEW || call->block < BCAST_SHORT)
    return tn_decision_with(&tn_bcast_knomial_p2p, "binomial", "radix", 2);
  const bool in_pairs = tn_is_power_of_two(call->n_ranks);
  return tn_mpich_of(in_pairs && call->block < BCAST_LONG ? &tn_bcast_scatter_doubling_allgather
                                                          : &tn_bcast_scatter_ring_allgather);
}

/* Decides an allgatherv. The ring's pieces are at least as long as the smallest block. */
static struct tn_decision allgatherv(const struct tn_call *call)
{
  struct tn_decision decision = tn_mpich_by_messages(call);
  if (decision.algorithm == &tn_allgatherv_ring_pipelined)
    tn_decision_set(&decision, "divided",
                    tn_decision_find(&decision, "divided", "beyond-smallest"));
  return decision;
}

static bool is_short_sum(const struct tn_call *call)
{
  return call->block <= SUM_SHORT || tn_has_few_elements(call, call->n_ranks);
}

/* Decides an alltoall: Bruck's algorithm from 8 ranks on, in later releases from 9 on. */
static struct tn_decision alltoall(const struct tn_call *call)
{
  if (call->in_place || call->block > ALLTOALL_SHORT || call->n_ranks != ALLTOALL_FEW)
    return tn_mpich_by_messages(call);
  return tn_decision_like(&tn_alltoall_bruck_p2p, tn_alltoall_bruck_p2p.mpich);
}

static struct tn_decision as_1_3(const struct tn_call *call)
{
  if (tn_is_scan(call->collective))
    return tn_mpich_scan(call);
  if (tn_mpich_needs_node(call->collective) && tn_spans_nodes(call))
    return tn_decision_make(NULL, "one tree in each node and one between them");
  switch ((int)call->collective) {
  case TN_BCAST:
    return bcast(call);
  case TN_ALLGATHERV:
    return allgatherv(call);
  case TN_ALLTOALL:
    return alltoall(call);
  case TN_REDUCE:
    return is_short_sum(call) ? tn_decision_with(&tn_reduce_binomial, "binomial", "segment", 0)
                              : tn_mpich_of(&tn_reduce_rabenseifner);
  case TN_ALLREDUCE:
    return tn_mpich_of(is_short_sum(call) ? &tn_allreduce_recursive_doubling
                                          : &tn_allreduce_rabenseifner);
  case TN_BARRIER:
    return tn_mpich_of(&tn_barrier_dissemination);
  default:
    return tn_mpich_by_messages(call);
  }
}

const struct tn_chooser tn_choosers_mpich2[] = {
  TN_CHOOSER_OF(TN_SET_OF_MPI, "mpich2-1.3", as_1_3, NULL,
                "MPICH2 1.x, src/mpi/coll; not compared with 1.3's files",
                "default of MPICH2 1.3 within a node"),
  { .name = NULL },
};
