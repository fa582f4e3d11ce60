/* NCCL's collectives by multicast of the switches (NVLS). The kernel is a pipeline of thread groups
 * (src/device/all_reduce.h): the first copies a round of the user's data into memory that the
 * switches reach; the second lets the switches sum it and store the sum to all devices; the third
 * copies the result out. An allgather has no first group, a reduce-scatter no last one. The stages
 * take equal times (assumed: NCCL divides the threads among them), so that a call lasts two rounds
 * (allgather and reduce-scatter: one) longer than the bytes of one stage. Registered user buffers
 * need no copies: not modelled. */
#ifndef TN_ALGOS_DEVICE_NCCL_NVLS_H
#define TN_ALGOS_DEVICE_NCCL_NVLS_H

#include "nccl_hops.h"

/* Lines of flags in addition to those of hops. */
enum { TN_NCCL_ENTERED = TN_NCCL_OTHER_LINES, TN_NCCL_DONE, TN_NCCL_N_LINES };

/* Runs the call in the kernel that the strand has begun. */
void tn_nccl_nvls(struct tn_strand *r, const struct tn_device_kernel *prices, int n_channels);
/* Returns the TEMP bytes of tn_nccl_nvls. */
size_t tn_nccl_nvls_temp(const struct tn_call *call, int n_channels);

#endif
