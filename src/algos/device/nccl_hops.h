/* Transfers between ranks in NCCL's kernels, to the next or the previous rank. The receiver has
 * slots for each connection in SHARED on its device. Without links between the devices they are in
 * pinned memory of its host, as in NCCL's src/transport/shm.cc, and follow the others in SHARED.
 * The sender stores data, or their sum with received data, into the next free slot and signals the
 * receiver, which returns it after use. Both count slots over all calls, so that ranks need not
 * meet. */
#ifndef TN_ALGOS_DEVICE_NCCL_HOPS_H
#define TN_ALGOS_DEVICE_NCCL_HOPS_H

#include "algos/kit/basics.h"

enum tn_nccl_direction {
  TN_NCCL_ONWARD,
  TN_NCCL_BACK,
  TN_NCCL_N_DIRECTIONS,
  TN_NCCL_NO_CONNECTION = -1
};

/* Lines of flags, which count slots over all calls. */
enum {
  TN_NCCL_FILLED, /* one line per direction: number of slots that the rank has filled; then, from
                   * TN_NCCL_FREED on, number of slots that it has freed */
  TN_NCCL_FREED = TN_NCCL_FILLED + TN_NCCL_N_DIRECTIONS,
  TN_NCCL_OTHER_LINES = TN_NCCL_FREED + TN_NCCL_N_DIRECTIONS
};

/* Alignment of the parts of divided data, in bytes. */
enum { TN_NCCL_ALIGNED = 16 };

struct tn_nccl_hops {
  struct tn_strand *r;
  struct tn_device_kernel prices;
  int n_slots;       /* number of slots of each connection */
  size_t slot_bytes; /* bytes of a slot; a direction's slots are contiguous */
  size_t chunk;      /* bytes between two barriers of a channel; set by the caller */
  double turn;       /* seconds from a barrier to the first store; set by the caller */
  struct tn_nccl_counts *counts;
};

/* Returns the bytes of a rank's share: a block; in an allreduce the vector divided by the ranks. */
size_t tn_nccl_share(const struct tn_call *call);

bool tn_nccl_is_by_host(const struct tn_call *call, int peer);

/* Returns the state for hops in a kernel that has been started with `prices`. */
struct tn_nccl_hops tn_nccl_hops(struct tn_strand *r, const struct tn_device_kernel *prices,
                                 int n_slots, size_t slot_bytes);

/* Passes `len` >= 1 bytes: waits for data from direction `from`, adds `own` (or NULL), and stores
 * the sum in direction `to` and in `out` (or NULL). Both spans are the caller's and have `len`
 * bytes. */
void tn_nccl_hop(struct tn_nccl_hops *h, size_t len, enum tn_nccl_direction from,
                 enum tn_nccl_direction to, const struct tn_span *own, const struct tn_span *out);

#endif
