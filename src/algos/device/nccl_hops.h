/* Transfers between ranks in NCCL's kernels. A connection leads to the next rank or to the previous
 * one. The receiver has slots for it (SHARED) in its device's memory. If no links connect the two
 * devices, the slots are after these in pinned memory of the receiver's host, as in NCCL's
 * src/transport/shm.cc. The sender stores its data, or the sum of its data and the received data,
 * into the next free slot and signals. The receiver returns the slot after use. Both ends count
 * slots over all calls, so that no meeting is needed. */
#ifndef TN_ALGOS_DEVICE_NCCL_HOPS_H
#define TN_ALGOS_DEVICE_NCCL_HOPS_H

#include "algos/kit/basics.h"

/* Direction of a connection, or no connection. */
enum tn_nccl_way { TN_NCCL_ONWARD, TN_NCCL_BACK, TN_NCCL_WAYS, TN_NCCL_NO_WAY = -1 };

/* Lines of flags. */
enum {
  TN_NCCL_FILLED, /* slots filled by the rank, for each direction */
  TN_NCCL_FREED = TN_NCCL_FILLED + TN_NCCL_WAYS,
  TN_NCCL_OTHER_LINES = TN_NCCL_FREED + TN_NCCL_WAYS
};

/* Alignment of cut data, bytes. */
enum { TN_NCCL_ALIGNED = 16 };

struct tn_nccl_hops {
  struct tn_strand *r;
  struct tn_device_kernel prices;
  int n_slots;       /* slots of each connection */
  size_t slot_bytes; /* bytes of a slot; each direction's slots are contiguous */
  size_t chunk;      /* bytes between two barriers of threads; set by the caller */
  double turn;       /* seconds from a barrier to the first store; set by the caller */
  struct tn_nccl_counts *counts;
};

/* Returns the bytes of one rank's share of what a call moves: a block, or a vector cut for all ranks. */
size_t tn_nccl_share(const struct tn_call *call);

/* Returns true if the slots between the caller and the peer are in the host's memory. */
bool tn_nccl_is_by_host(const struct tn_call *call, int peer);

/* Returns the hops of a running kernel; `prices` are the kernel's. */
struct tn_nccl_hops tn_nccl_hops(struct tn_strand *r, const struct tn_device_kernel *prices,
                                 int n_slots, size_t slot_bytes);

/* Passes one piece of at least one byte: waits for data from `from`, adds `own`, and stores the sum
 * at the rank of `to` and in `out`. The spans are the caller's and have equal lengths. own NULL: no
 * addition; out NULL: no local copy. */
void tn_nccl_hop(struct tn_nccl_hops *h, size_t len, enum tn_nccl_way from, enum tn_nccl_way to,
                 const struct tn_span *own, const struct tn_span *out);

#endif
