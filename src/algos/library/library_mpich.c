/* MPICH's own decisions with ch4 and all ranks on one node (several nodes: library_mpich_nodes.c):
 * maint/tuning/coll/ch4/generic.json, .../posix_generic.json and .../mpir/generic.json, for
 * commutative operations, one thread, and after the first few calls, which do not use release
 * gather yet. Between 4.0 and 5.0 only two decisions within a node changed: from 4.1 on the barrier
 * uses messages, and large reductions have another tree.
 *
 * gatherv sends synchronously from 32 ranks on, except in 5.0; assumed for 4.0 to 4.3. bcast and
 * reduce are compositions: "alpha" first sends the vector of another root to rank 0 (in a reduce,
 * the sum to the root at the end); in "beta" the release gather handles other roots; "gamma" uses
 * messages between all ranks. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "library.h"

#include <assert.h>

/* Thresholds of ch4/generic.json, posix_generic.json and mpir/generic.json, in bytes. */
enum {
  BCAST_SHORT = 12288,
  BCAST_LONG = 524288,
  REDUCE_SHORT = 2048,
  ALLGATHER_SHORT = 81920,
  ALLGATHER_LONG = 524288,
  ALLTOALL_SHORT = 256,
  ALLTOALL_MEDIUM = 32768
};
enum { BCAST_FEW = 8, ALLTOALL_FEW = 8, REDUCE_RADIX = 4 };

/* Returns the decision for an algorithm similar to MPICH's (docs/model/messages.md, What libraries
 * take). */
static struct tn_decision like(const struct tn_algorithm *a)
{
  return tn_decision_like(a, a->mpich);
}

static struct tn_decision release_gather(const struct tn_algorithm *a, const char *forward)
{
  struct tn_decision decision = tn_mpich_of(a);
  tn_decision_set(&decision, "forward", tn_decision_find(&decision, "forward", forward));
  return decision;
}

static struct tn_decision one_tree(struct tn_decision decision)
{
  tn_decision_set(&decision, "radix_large", REDUCE_RADIX);
  return decision;
}

static struct tn_decision bcast(const struct tn_call *call)
{
  if (call->n_ranks < BCAST_FEW || call->block < BCAST_SHORT)
    return release_gather(&tn_bcast_release_gather, "whole");
  if (tn_is_power_of_two(call->n_ranks) && call->block < BCAST_LONG)
    return release_gather(&tn_bcast_release_gather, "chunks");
  return tn_mpich_bcast(call);
}

static struct tn_decision allgather(const struct tn_call *call)
{
  const size_t total = call->block * (size_t)call->n_ranks;
  if (tn_is_power_of_two(call->n_ranks))
    return tn_mpich_of(total < ALLGATHER_LONG ? &tn_allgather_doubling_p2p : &tn_allgather_ring);
  return total < ALLGATHER_SHORT ? like(&tn_allgather_bruck_p2p) : tn_mpich_of(&tn_allgather_ring);
}

static struct tn_decision allgatherv(const struct tn_call *call)
{
  const size_t total = tn_count_total(call);
  const bool in_pairs = tn_is_power_of_two(call->n_ranks);
  if (total >= (in_pairs ? ALLGATHER_LONG : ALLGATHER_SHORT))
    return tn_mpich_of(&tn_allgatherv_ring_pipelined);
  return tn_mpich_of(in_pairs ? &tn_allgatherv_doubling_p2p : &tn_allgatherv_bruck_p2p);
}

/* Decides an alltoall. After its test for in place, csel.c treats "comm_size<8" as at most 8. */
static struct tn_decision alltoall(const struct tn_call *call)
{
  if (call->in_place)
    return tn_mpich_of(&tn_alltoall_replace);
  if (call->block <= ALLTOALL_SHORT && call->n_ranks > ALLTOALL_FEW)
    return like(&tn_alltoall_bruck_p2p);
  return call->block <= ALLTOALL_MEDIUM ? tn_mpich_of(&tn_alltoall_scattered)
                                        : like(&tn_alltoall_pairwise_p2p);
}

bool tn_mpich_needs_node(enum tn_collective collective)
{
  return collective == TN_BCAST || collective == TN_BARRIER || tn_collective_reduces(collective);
}

struct tn_decision tn_mpich_by_messages(const struct tn_call *call)
{
  if (call->collective == TN_ALLGATHER)
    return allgather(call);
  if (call->collective == TN_ALLTOALL)
    return alltoall(call);
  if (call->collective == TN_ALLGATHERV)
    return allgatherv(call);
  if (call->collective == TN_ALLTOALLV)
    return tn_mpich_of(call->in_place ? &tn_alltoallv_replace : &tn_alltoallv_scattered);
  if (call->collective == TN_GATHERV)
    return tn_mpich_of(&tn_gatherv_linear_nb);
  if (call->collective == TN_SCATTERV)
    return tn_mpich_of(&tn_scatterv_linear_nb);
  assert(call->collective == TN_SCATTER || call->collective == TN_GATHER);
  return like(call->collective == TN_SCATTER ? &tn_scatter_binomial : &tn_gather_binomial);
}

static struct tn_decision as_4_1(const struct tn_call *call)
{
  if (tn_is_scan(call->collective))
    return tn_mpich_scan(call);
  if (tn_mpich_needs_node(call->collective) && tn_spans_nodes(call))
    return tn_mpich_between_nodes(call, false);
  switch ((int)call->collective) {
  case TN_BCAST:
    return bcast(call);
  case TN_REDUCE:
    return release_gather(&tn_reduce_release_gather,
                          call->block <= REDUCE_SHORT ? "chunks" : "whole");
  case TN_ALLREDUCE:
    return tn_mpich_of(&tn_allreduce_release_gather);
  case TN_BARRIER:
    return tn_mpich_of(&tn_barrier_dissemination);
  default:
    return tn_mpich_by_messages(call);
  }
}

static struct tn_decision as_4_0(const struct tn_call *call)
{
  if (tn_is_scan(call->collective))
    return tn_mpich_scan(call);
  if (tn_mpich_needs_node(call->collective) && tn_spans_nodes(call))
    return tn_mpich_between_nodes(call, true);
  if (call->collective == TN_BARRIER)
    return tn_decision_with(&tn_barrier_release_gather, "release_gather", "releases", 2);
  return tn_collective_reduces(call->collective) ? one_tree(as_4_1(call)) : as_4_1(call);
}

static struct tn_decision as_5_0(const struct tn_call *call)
{
  return call->collective == TN_GATHERV
             ? tn_decision_with(&tn_gatherv_linear_nb, "linear", "ssend", 0)
             : as_4_1(call);
}

#define RELEASE(title, how, stage, releases)                                                       \
  TN_CHOOSER_OF(TN_SET_OF_MPI, title, how, stage, "MPICH, maint/tuning/coll",                      \
                "default of MPICH " releases " within a node")

const struct tn_chooser tn_choosers_mpich[] = {
  RELEASE("mpich", as_5_0, tn_stage_mpich, "(ch4) from 4.1 to 5.0"),
  RELEASE("mpich-5.0", as_5_0, tn_stage_mpich, "(ch4) from 4.1 to 5.0"),
  RELEASE("mpich-4.3", as_4_1, tn_stage_mpich, "(ch4) from 4.1 to 5.0"),
  RELEASE("mpich-4.2", as_4_1, tn_stage_mpich, "(ch4) from 4.1 to 5.0"),
  RELEASE("mpich-4.0", as_4_0, tn_stage_mpich_4_0, "4.0 (ch4)"),
  { .name = NULL },
};
