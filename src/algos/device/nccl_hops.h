/* How NCCL's kernels hand data from rank to rank. A connection leads to the next rank or to the one
 * before. The receiver has slots for it (SHARED) in its device's memory or, where no links connect the two
 * devices, after these in pinned memory of its host, as NCCL's src/transport/shm.cc has them: the sender
 * stores into the next free slot its data, or the sum of its data and of what it has received, and
 * signals; the receiver, when it has used the slot, returns it. Both ends count slots through all
 * calls, so that no meeting is needed. */
#ifndef TN_ALGOS_DEVICE_NCCL_HOPS_H
#define TN_ALGOS_DEVICE_NCCL_HOPS_H

#include "algos/kit/basics.h"

/* Connections by where they lead, or none. */
enum tn_nccl_way { TN_NCCL_ONWARD, TN_NCCL_BACK, TN_NCCL_WAYS, TN_NCCL_NO_WAY = -1 };

/* Lines of flags. */
enum {
  TN_NCCL_FILLED, /* slots filled by the rank, of each way */
  TN_NCCL_FREED = TN_NCCL_FILLED + TN_NCCL_WAYS,
  TN_NCCL_OTHER_LINES = TN_NCCL_FREED + TN_NCCL_WAYS
};

/* Bytes to a multiple of which data is cut. */
enum { TN_NCCL_ALIGNED = 16 };

struct tn_nccl_hops {
  struct tn_strand *r;
  struct tn_device_kernel prices;
  int n_slots;       /* of each connection */
  size_t slot_bytes; /* each way's slots lie one after another */
  size_t chunk;      /* between two barriers of threads; the caller sets it */
  double turn;       /* seconds from a barrier to the first store; likewise */
  struct tn_nccl_counts *counts;
};

/* Returns the bytes of one rank's share of what a call moves: a block, or a vector cut for all ranks. */
size_t tn_nccl_share(const struct tn_call *call);

/* Returns true if the slots between the caller and the peer are in the host's memory. */
bool tn_nccl_is_by_host(const struct tn_call *call, int peer);

/* In a kernel that runs; `prices` are that one's. */
struct tn_nccl_hops tn_nccl_hops(struct tn_strand *r, const struct tn_device_kernel *prices,
                                 int n_slots, size_t slot_bytes);

/* One piece, of at least a byte: waits for what comes by `from`, adds `own` to it, stores that to the rank where `to`
 * leads and into `out`. Spans are the caller's, of equal length; NULL: nothing is added, kept. */
void tn_nccl_hop(struct tn_nccl_hops *h, size_t len, enum tn_nccl_way from, enum tn_nccl_way to,
                 const struct tn_span *own, const struct tn_span *out);

#endif
