/* Staging: libraries run some calls on device memory on the host, and copy it before and after.
 *
 * Open MPI: coll/cuda copies both buffers to memory from malloc and the receive buffer back, by
 *   synchronous copies, for any size (coll_cuda_allreduce.c and its counterparts, 1.7 to 5.0).
 *   coll/cuda lacks reduce_scatter, which fails; assumed to be staged as in coll/accelerator. Since
 *   pull request 13006 for 6.0, coll/accelerator also stages short bcasts, allgathers and alltoalls
 *   (coll_accelerator_component.c: bcast_thresh, allgather_thresh, alltoall_thresh). Others use
 *   coll/tuned with device addresses.
 * MPICH: a reduction copies its input to the host and its result back (coll_impl.c,
 *   MPIR_Coll_host_buffer_alloc). Not modelled: in 4.1 and later the datatype library yaksa
 *   computes its operations on the device (MPIR_CVAR_ENABLE_YAKSA_REDUCTION), except for an
 *   allreduce up to 1 MiB. From 4.1 on (assumed) every rank copies the buffers of a broadcast up to
 *   1 MiB (ch4_coll_impl.h, MPIR_CVAR_CH4_GPU_COLL_SWAP_BUFFER_SZ). The library's host memory is
 *   pinned, here it is pageable.
 * UCC: no staging; tl/ucp sends device memory and sums on the device (ec/cuda). Not modelled:
 *   tl/cuda, which UCC prefers on one node, and tl/nccl, which is off by default. */
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
