/* Open MPI's own decisions before 4.1: the fixed rules in coll_tuned_decision_fixed.c, for
 * commutative operations. The rules, with segments, come from a cluster with Myrinet.
 *
 * In these releases alltoallv is always pairwise, and coll/basic's gatherv and scatterv also sent
 * empty blocks, which our algorithms skip.
 *
 * Departures: gather's linear_sync begins a block with a first segment of 1 or 32 KiB; our
 * algorithm has an empty message. A barrier of two ranks uses recursive doubling. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "library.h"

#include <assert.h>

#define KIB(n) ((size_t)(n) << 10)

static struct tn_decision of(const struct tn_algorithm *a)
{
  return tn_decision_make(a, a->ompi);
}

static struct tn_decision in_segments(const struct tn_algorithm *a, size_t segment)
{
  return tn_decision_with(a, a->ompi, "segment", (int64_t)segment);
}

/* Decides a bcast. The lines p = slope * bytes + constant divide the plane of bytes and ranks. */
static struct tn_decision bcast(int p, double bytes)
{
  if (bytes < 2048)
    return in_segments(&tn_bcast_binomial, 0);
  if (bytes < 370728)
    return in_segments(&tn_bcast_split_binary, KIB(1));
  if (p < 1.6134e-6 * bytes + 2.1102)
    return in_segments(&tn_bcast_pipeline, KIB(128));
  if (p < 13)
    return in_segments(&tn_bcast_split_binary, KIB(8));
  if (p < 2.3679e-6 * bytes + 1.1787)
    return in_segments(&tn_bcast_pipeline, KIB(64));
  return in_segments(&tn_bcast_pipeline, p < 3.2118e-6 * bytes + 8.7936 ? KIB(16) : KIB(8));
}

static struct tn_decision reduce(int p, double bytes)
{
  const double kib = bytes / 1024;
  if (p < 8 && bytes < 512)
    return of(&tn_reduce_linear_entry);
  if ((p < 8 && bytes < 20480) || bytes < 2048)
    return in_segments(&tn_reduce_binomial, 0);
  if (p > 0.6016 * kib + 1.3496)
    return in_segments(&tn_reduce_binomial, KIB(1));
  if (p > 0.0410 * kib + 9.7128)
    return in_segments(&tn_reduce_pipeline, KIB(1));
  if (p > 0.0422 * kib + 1.1614)
    return in_segments(&tn_reduce_binary, KIB(32));
  return in_segments(&tn_reduce_pipeline, p > 0.0033 * kib + 1.6761 ? KIB(32) : KIB(64));
}

/* Decides an allreduce. With few elements the library runs a reduce and the split-binary bcast,
 * which reduce-bcast lacks. */
static struct tn_decision allreduce(const struct tn_call *call)
{
  const size_t p = (size_t)call->n_ranks;
  if (call->block < 10000)
    return of(&tn_allreduce_recursive_doubling);
  if (call->block / tn_element_size(call) <= p)
    return tn_decision_make(NULL, "nonoverlapping");
  return p * KIB(1024) >= call->block ? of(&tn_allreduce_ring)
                                      : in_segments(&tn_allreduce_segmented_ring, KIB(1024));
}

static struct tn_decision gather(int p, size_t bytes)
{
  if (bytes > 6000)
    return tn_decision_like(&tn_gather_linear_sync, tn_gather_linear_sync.ompi);
  return of(p > 60 || (p > 10 && bytes < 1024) ? &tn_gather_binomial : &tn_gather_linear);
}

static struct tn_decision allgather(int p, size_t bytes)
{
  if (p == 2)
    return of(&tn_allgather_two_proc);
  if (bytes * (size_t)p < 50000)
    return of(tn_is_power_of_two(p) ? &tn_allgather_doubling_p2p : &tn_allgather_bruck_p2p);
  return of(p % 2 ? &tn_allgather_ring : &tn_allgather_neighbor_exchange);
}

static struct tn_decision allgatherv(const struct tn_call *call)
{
  const int p = call->n_ranks;
  if (p == 2)
    return of(&tn_allgatherv_two_proc);
  if (tn_count_total(call) < 50000)
    return tn_decision_like(&tn_allgatherv_bruck_p2p, tn_allgatherv_bruck_p2p.ompi);
  return of(p % 2 ? &tn_allgatherv_ring : &tn_allgatherv_neighbor_exchange);
}

static struct tn_decision alltoall(int p, size_t bytes)
{
  if (p == 2)
    return of(&tn_alltoall_two_proc);
  if (bytes < 200 && p > 12)
    return of(&tn_alltoall_bruck_p2p);
  return of(bytes < 3000 ? &tn_alltoall_linear : &tn_alltoall_pairwise_p2p);
}

static struct tn_decision barrier(int p)
{
  if (p == 2)
    return tn_decision_make(&tn_barrier_recursive_doubling, "two_proc");
  return of(tn_is_power_of_two(p) ? &tn_barrier_recursive_doubling : &tn_barrier_dissemination);
}

static struct tn_decision as_4_0(const struct tn_call *call)
{
  const int p = call->n_ranks;
  if (tn_is_scan(call->collective))
    return tn_ompi_4_0_scan(call, as_4_0);
  switch ((int)call->collective) {
  case TN_BCAST:
    return bcast(p, (double)call->block);
  case TN_SCATTER:
    return of(p > 10 && call->block < 300 ? &tn_scatter_binomial : &tn_scatter_linear);
  case TN_GATHER:
    return gather(p, call->block);
  case TN_ALLGATHER:
    return allgather(p, call->block);
  case TN_ALLTOALL:
    return alltoall(p, call->block);
  case TN_SCATTERV:
  case TN_GATHERV:
    return tn_ompi_of_basic(call);
  case TN_ALLGATHERV:
    return allgatherv(call);
  case TN_ALLTOALLV:
    return of(&tn_alltoallv_pairwise_p2p);
  case TN_REDUCE:
    return reduce(p, (double)call->block);
  case TN_ALLREDUCE:
    return allreduce(call);
  default:
    assert(call->collective == TN_BARRIER);
    return barrier(p);
  }
}

#define RELEASE(title, what)                                                                       \
  TN_CHOOSER_OF(TN_SET_OF_MPI, title, as_4_0, tn_stage_cuda,                                       \
                "Open MPI, coll_tuned_decision_fixed.c before 4.1, coll/basic", what)

const struct tn_chooser tn_choosers_ompi_4_0[] = {
  RELEASE("ompi-4.0", "default of Open MPI 4.0"),
  RELEASE("ompi-1.7", "default of Open MPI 1.7, the same as of 4.0"),
  { .name = NULL },
};
