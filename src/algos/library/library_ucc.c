/* Default decisions of UCC's tl/ucp for ranks on one node: the selection strings of its headers
 * (ALG_SELECT_STR) in 2026. Parameters that support "auto" have this value. Sizes are those of the
 * whole call: for allgather(v) and alltoall a rank's bytes at the end. A size at the limit between
 * two ranges belongs to the upper range, as their scores are equal.
 *
 * tl/ucp has no scatter and no scans. It refuses an alltoall in place; Open MPI's decision applies
 * then. Assumed: an alltoallv starts all messages at once. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "library.h"

#include <assert.h>

/* Thresholds in bytes. */
enum {
  BCAST_SHORT = 32 << 10,
  REDUCE_SHORT = 32 << 10,
  ALLREDUCE_SHORT = 4 << 10,
  ALLGATHER_SHORT = 4 << 10,
  ALLTOALL_SHORT = 129, /* bytes of one block; UCC's limit is for the whole call */
  PAIRWISE_LONG = 66000 /* bytes of the call; a larger call sends one message at a time, except with
                         * few ranks */
};
enum { PAIRWISE_FEW = 32 };

static struct tn_decision of(const struct tn_algorithm *a)
{
  return tn_decision_make(a, a->ucc);
}

static struct tn_decision bcast(const struct tn_call *call)
{
  return of(call->n_ranks < 3 || call->block < BCAST_SHORT ? &tn_bcast_knomial_p2p
                                                           : &tn_bcast_sag_knomial);
}

static struct tn_decision allgather(const struct tn_call *call)
{
  if (call->block * (size_t)call->n_ranks < ALLGATHER_SHORT)
    return of(&tn_allgather_knomial);
  return of(call->n_ranks % 2 == 0 ? &tn_allgather_neighbor_exchange : &tn_allgather_ring);
}

static int64_t all_others(const struct tn_call *call)
{
  return call->n_ranks > 1 ? call->n_ranks - 1 : 1;
}

static struct tn_decision alltoall(const struct tn_call *call)
{
  if (call->in_place)
    return tn_decide_as(TN_RELEASE_OF("ompi", "6.0"), call);
  if (call->block < ALLTOALL_SHORT)
    return of(&tn_alltoall_bruck_p2p);
  const bool in_turn =
      call->block * (size_t)call->n_ranks > PAIRWISE_LONG && call->n_ranks > PAIRWISE_FEW;
  return tn_decision_with(&tn_alltoall_linear_sync, "pairwise", "requests",
                          in_turn ? 1 : all_others(call));
}

static struct tn_decision as_ucc(const struct tn_call *call)
{
  switch ((int)call->collective) {
  case TN_BCAST:
    return bcast(call);
  case TN_GATHER:
    return of(&tn_gather_knomial);
  case TN_ALLGATHER:
    return allgather(call);
  case TN_ALLTOALL:
    return alltoall(call);
  case TN_SCATTERV:
    return of(&tn_scatterv_linear_nb);
  case TN_GATHERV:
    return tn_decision_with(&tn_gatherv_linear_nb, "linear", "ssend", 0);
  case TN_ALLGATHERV:
    return of(tn_count_total(call) < ALLGATHER_SHORT ? &tn_allgatherv_knomial
                                                     : &tn_allgatherv_ring);
  case TN_ALLTOALLV:
    return tn_decision_with(&tn_alltoallv_scattered, "pairwise", "batch", all_others(call));
  case TN_REDUCE_SCATTER_BLOCK:
    return of(&tn_reduce_scatter_block_two_rings);
  case TN_REDUCE_SCATTER:
    return of(&tn_reduce_scatter_two_rings);
  case TN_REDUCE:
    return of(call->block < REDUCE_SHORT ? &tn_reduce_knomial : &tn_reduce_srg_knomial);
  case TN_ALLREDUCE:
    return of(call->block < ALLREDUCE_SHORT ? &tn_allreduce_knomial : &tn_allreduce_sra_knomial);
  default:
    assert(call->collective == TN_BARRIER);
    return of(&tn_barrier_knomial);
  }
}

const struct tn_chooser tn_choosers_ucc[] = {
  TN_CHOOSER_OF(TN_SET_OF_MPI & ~(TN_SET(SCATTER) | TN_SET_SCANS), "ucc", as_ucc, NULL,
                "UCC, src/components/tl/ucp, ALG_SELECT_STR",
                "default of UCC's tl/ucp within a node"),
  { .name = NULL },
};
