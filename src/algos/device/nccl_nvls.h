/* NCCL's collectives by multicast of the switches (NVLS). Its kernel is a pipeline of groups of threads
 * (src/device/all_reduce.h): one copies a round of the user's data into the memory that the switches
 * reach, one lets them sum it and store the sum to all devices, one copies the result out. An allgather
 * has no first group, a reduce-scatter no last one. The stages take equal times (assumed: NCCL divides the
 * threads among them), so that a call lasts two rounds, or one, longer than the bytes of one stage.
 * Buffers that the user registers need no copies: not modelled. */
#ifndef TN_ALGOS_DEVICE_NCCL_NVLS_H
#define TN_ALGOS_DEVICE_NCCL_NVLS_H

#include "nccl_hops.h"

/* Lines of flags beside those of hops. */
enum { TN_NCCL_ENTERED = TN_NCCL_OTHER_LINES, TN_NCCL_DONE, TN_NCCL_N_LINES };

/* Runs the call in the kernel that the strand has begun. */
void tn_nccl_nvls(struct tn_strand *r, const struct tn_device_kernel *prices, int n_channels);
/* Returns the bytes of TEMP that it needs. */
size_t tn_nccl_nvls_temp(const struct tn_call *call, int n_channels);

#endif
