/* NCCL's collectives by multicast of the switches (NVLS). The kernel is a pipeline of three thread
 * groups (src/device/all_reduce.h). They copy a round of the user's data into memory that the
 * switches reach; let the switches sum and store it to all devices; and copy the result to the
 * user's buffer. An allgather has no first group, a reduce-scatter no third group. All stages take
 * equal times (assumed), so that a call takes the time of one stage for all bytes plus two rounds
 * (allgather and reduce-scatter: one round). Registered user buffers, which need no copies, are not
 * modelled. */
#ifndef TN_ALGOS_DEVICE_NCCL_NVLS_H
#define TN_ALGOS_DEVICE_NCCL_NVLS_H

#include "nccl_hops.h"

enum { TN_NCCL_ENTERED = TN_NCCL_OTHER_LINES, TN_NCCL_DONE, TN_NCCL_N_LINES };

void tn_nccl_nvls(struct tn_strand *r, const struct tn_device_kernel *prices, int n_channels);
size_t tn_nccl_nvls_temp(const struct tn_call *call, int n_channels);

#endif
