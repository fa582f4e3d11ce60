/* Transfers between ranks in NCCL's kernels. A connection leads from a rank to the next rank or to
 * the previous rank. The receiver has slots for each connection in SHARED, in the memory of its
 * device. If no links connect the two devices, the slots are in pinned memory of the receiver's
 * host, as in NCCL's src/transport/shm.cc; in SHARED they follow the slots in device memory. The
 * sender stores its data, or the sum of its data and the received data, into the next free slot and
 * signals the receiver. The receiver returns the slot after use. Both ends count slots over all
 * calls, so that the ranks need not meet. */
#ifndef TN_ALGOS_DEVICE_NCCL_HOPS_H
#define TN_ALGOS_DEVICE_NCCL_HOPS_H

#include "algos/kit/basics.h"

/* Direction of a connection: to the next rank, to the previous rank, or no connection. */
enum tn_nccl_direction {
  TN_NCCL_ONWARD,
  TN_NCCL_BACK,
  TN_NCCL_N_DIRECTIONS,
  TN_NCCL_NO_CONNECTION = -1
};

/* Lines of flags: counts of slots over all calls. */
enum {
  TN_NCCL_FILLED, /* slots that the rank has filled, for each direction; then slots that it has
                   * freed */
  TN_NCCL_FREED = TN_NCCL_FILLED + TN_NCCL_N_DIRECTIONS,
  TN_NCCL_OTHER_LINES = TN_NCCL_FREED + TN_NCCL_N_DIRECTIONS
};

/* Alignment of the parts of divided data, in bytes. */
enum { TN_NCCL_ALIGNED = 16 };

struct tn_nccl_hops {
  struct tn_strand *r;
  struct tn_device_kernel prices;
  int n_slots;       /* number of slots of each connection */
  size_t slot_bytes; /* bytes of a slot; the slots of one direction are contiguous */
  size_t chunk;      /* bytes between two barriers of a channel's threads; set by the caller */
  double turn;       /* seconds from a barrier to the first store; set by the caller */
  struct tn_nccl_counts *counts;
};

/* Returns the bytes of one rank's share of a call: a block, or in an allreduce the vector divided
 * by the number of ranks. */
size_t tn_nccl_share(const struct tn_call *call);

/* Returns true if the slots between the caller and the peer are in the host's memory. */
bool tn_nccl_is_by_host(const struct tn_call *call, int peer);

/* Returns the state for hops of a running kernel, whose prices are `prices`. */
struct tn_nccl_hops tn_nccl_hops(struct tn_strand *r, const struct tn_device_kernel *prices,
                                 int n_slots, size_t slot_bytes);

/* Passes one piece of `len` bytes (at least 1): waits for data from direction `from`, adds `own`,
 * and stores the sum in a slot of the rank in direction `to` and in `out`. Both spans are in the
 * caller's memory and have `len` bytes. own NULL: nothing is added; out NULL: no local copy. */
void tn_nccl_hop(struct tn_nccl_hops *h, size_t len, enum tn_nccl_direction from,
                 enum tn_nccl_direction to, const struct tn_span *own, const struct tn_span *out);

#endif
