/* MPICH's own decisions with ch4 and all ranks on one node: maint/tuning/coll/ch4/generic.json,
 * .../posix_generic.json and .../mpir/generic.json as 4.0.2 has them built in, for commutative
 * operations, one thread, and after the first few calls, which do not use release gather yet. Later
 * releases take messages for the barrier and another tree for large reductions.
 *
 * bcast and reduce are compositions: "alpha" takes the vector of another root to rank 0 whole,
 * "beta" leaves that to the release gather, "gamma" uses messages between all ranks. */
#include "algos/entries.h"
#include "library.h"

#include <assert.h>

/* Thresholds of the three files, in bytes. */
enum {
  BCAST_SHORT = 12288, BCAST_LONG = 524288,
  REDUCE_SHORT = 2048,
  ALLGATHER_SHORT = 81920, ALLGATHER_LONG = 524288,
  ALLTOALL_SHORT = 256, ALLTOALL_MEDIUM = 32768
};
enum { BCAST_FEW = 8, ALLTOALL_FEW = 8, REDUCE_RADIX = 4 };

static bool is_power_of_two(int n)
{
  return (n & (n - 1)) == 0;
}

static struct tn_decision of(const struct tn_algorithm *a)
{
  return tn_decision_make(a, a->mpich);
}

/* The same family, other details (docs/model.md). */
static struct tn_decision like(const struct tn_algorithm *a)
{
  struct tn_decision decision = of(a);
  decision.stands_in = true;
  return decision;
}

static struct tn_decision release_gather(const struct tn_algorithm *a, const char *forward)
{
  struct tn_decision decision = of(a);
  tn_decision_set(&decision, "forward", tn_decision_find(&decision, "forward", forward));
  return decision;
}

/* One tree for all sizes. */
static struct tn_decision one_tree(struct tn_decision decision)
{
  tn_decision_set(&decision, "radix_large", REDUCE_RADIX);
  return decision;
}

static struct tn_decision barrier(void)
{
  struct tn_decision decision = of(&tn_barrier_release_gather);
  tn_decision_set(&decision, "releases", 2);
  return decision;
}

static struct tn_decision bcast_messages(const struct tn_call *call)
{
  if (call->block <= BCAST_SHORT) {
    struct tn_decision decision = tn_decision_make(&tn_bcast_knomial_p2p, "binomial");
    tn_decision_set(&decision, "radix", 2);
    return decision;
  }
  if (is_power_of_two(call->n_ranks) && call->block <= BCAST_LONG)
    return of(&tn_bcast_scatter_doubling_allgather);
  return of(&tn_bcast_scatter_ring_allgather);
}

static struct tn_decision bcast(const struct tn_call *call)
{
  if (call->n_ranks < BCAST_FEW || call->block < BCAST_SHORT)
    return release_gather(&tn_bcast_release_gather, "whole");
  if (is_power_of_two(call->n_ranks) && call->block < BCAST_LONG)
    return release_gather(&tn_bcast_release_gather, "chunks");
  return bcast_messages(call);
}

static struct tn_decision allgather(const struct tn_call *call)
{
  const size_t total = call->block * (size_t)call->n_ranks;
  if (is_power_of_two(call->n_ranks))
    return of(total < ALLGATHER_LONG ? &tn_allgather_doubling_p2p : &tn_allgather_ring);
  return total < ALLGATHER_SHORT ? like(&tn_allgather_bruck_p2p) : of(&tn_allgather_ring);
}

/* Where sizes are compared after the test for in place, the selection takes "comm_size<8" for
 * "up to 8" (csel.c). */
static struct tn_decision alltoall(const struct tn_call *call)
{
  if (call->in_place)
    return of(&tn_alltoall_replace);
  if (call->block <= ALLTOALL_SHORT && call->n_ranks > ALLTOALL_FEW)
    return like(&tn_alltoall_bruck_p2p);
  return call->block <= ALLTOALL_MEDIUM ? of(&tn_alltoall_scattered)
                                        : like(&tn_alltoall_pairwise_p2p);
}

static struct tn_decision decide(const struct tn_call *call)
{
  switch (call->collective) {
  case TN_BCAST:
    return bcast(call);
  case TN_SCATTER:
    return like(&tn_scatter_binomial);
  case TN_GATHER:
    return like(&tn_gather_binomial);
  case TN_ALLGATHER:
    return allgather(call);
  case TN_ALLTOALL:
    return alltoall(call);
  case TN_REDUCE:
    return one_tree(release_gather(&tn_reduce_release_gather,
                                   call->block <= REDUCE_SHORT ? "chunks" : "whole"));
  case TN_ALLREDUCE:
    return one_tree(of(&tn_allreduce_release_gather));
  case TN_BARRIER:
    return barrier();
  case TN_PATTERN:
  case TN_N_COLLECTIVES:
    break;
  }
  assert(!"a collective that MPICH has");
  return (struct tn_decision){ 0 };
}

TN_DECIDED_BY(decide)

#define LIBRARY                                                                               \
  .name = "library:mpich",                                                                    \
  .summary = "what MPICH 4.0 (ch4) chooses by default within a node",                  \
  .source = "MPICH, maint/tuning/coll", TN_OF_LIBRARIES,                                \
  TN_DECIDED(decide)

const struct tn_algorithm tn_bcast_library_mpich = { LIBRARY, .collective = TN_BCAST };
const struct tn_algorithm tn_scatter_library_mpich = { LIBRARY, .collective = TN_SCATTER };
const struct tn_algorithm tn_gather_library_mpich = { LIBRARY, .collective = TN_GATHER };
const struct tn_algorithm tn_allgather_library_mpich = { LIBRARY, .collective = TN_ALLGATHER };
const struct tn_algorithm tn_alltoall_library_mpich = { LIBRARY, .collective = TN_ALLTOALL };
const struct tn_algorithm tn_reduce_library_mpich = { LIBRARY, .collective = TN_REDUCE };
const struct tn_algorithm tn_allreduce_library_mpich = { LIBRARY, .collective = TN_ALLREDUCE };
const struct tn_algorithm tn_barrier_library_mpich = { LIBRARY, .collective = TN_BARRIER,
                                                       .sizeless = true };
