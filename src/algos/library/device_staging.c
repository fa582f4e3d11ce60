/* Which calls on devices' memory libraries run on the host, with copies before and after.
 *
 * Open MPI: coll/cuda copies both buffers to memory from malloc and the receive buffer back, by
 * synchronous copies, whatever the size (coll_cuda_allreduce.c and its like, 1.7 to 5.0). It has no
 * reduce_scatter, whose sums then read devices' memory and fail: that it is staged as its
 * successor does is assumed. coll/accelerator has it, and since pull request 13006, for 6.0, short
 * bcasts, allgathers and alltoalls (coll_accelerator_component.c: bcast_thresh, allgather_thresh,
 * alltoall_thresh). What is longer, and all else, goes to coll/tuned with the devices' addresses.
 *
 * MPICH: a reduction copies what it reads to the host and what it has written back (coll_impl.c,
 * MPIR_Coll_host_buffer_alloc). Left out: that 4.1 and later leave operations that yaksa has to it, on
 * the device (MPIR_CVAR_ENABLE_YAKSA_REDUCTION), but for an allreduce up to 1 MiB. Broadcasts up to
 * 1 MiB are copied by every rank (ch4_coll_impl.h, MPIR_CVAR_CH4_GPU_COLL_SWAP_BUFFER_SZ), since which
 * release is assumed, and from pinned memory there, which is pageable here.
 *
 * UCC: nothing; tl/ucp sends devices' memory and sums there (ec/cuda). Left out: tl/cuda, which goes
 * before it on one node, and tl/nccl, which is off by default. */
#include "library.h"

enum tn_staging tn_stage_cuda(const struct tn_call *call)
{
  return tn_collective_reduces(call->collective) ? TN_STAGE_BOTH : TN_STAGE_NOTHING;
}

enum tn_staging tn_stage_accelerator(const struct tn_call *call)
{
  enum { SHORT_BCAST = 256, SHORT_BLOCK = 65536 };
  const size_t most = call->collective == TN_BCAST       ? SHORT_BCAST
                      : call->collective == TN_ALLGATHER ? SHORT_BLOCK
                      : call->collective == TN_ALLTOALL  ? SHORT_BLOCK
                                                         : 0;
  return most > 0 && call->block <= most ? TN_STAGE_BOTH : tn_stage_cuda(call);
}

enum tn_staging tn_stage_mpich_4_0(const struct tn_call *call)
{
  return tn_collective_reduces(call->collective) ? TN_STAGE_INPUT : TN_STAGE_NOTHING;
}

enum tn_staging tn_stage_mpich(const struct tn_call *call)
{
  enum { SHORT_BCAST = 1 << 20 };
  return call->collective == TN_BCAST && call->block <= SHORT_BCAST ? TN_STAGE_BOTH
                                                                    : tn_stage_mpich_4_0(call);
}
