/* What ranks must do before they reach each other's memory, by mechanism: nothing for CMA; a region
 * declared by the owner for KNEM, anew for each message and call unless region_cache is on; an
 * attachment for XPMEM, found in a registration cache the next time unless rcache is off, whose
 * pages fault when they are first touched; for memfd the faults alone. */
#ifndef TN_SIM_ATTACH_H
#define TN_SIM_ATTACH_H

#include <stdbool.h>
#include <stddef.h>

#include "algos/transport.h"
#include "base/mechanism.h"
#include "platform/platform.h"
#include "ranges.h"

struct tn_engine;
struct tn_operation;
struct tn_sim_strand;

/* The parameters that say what a copy's start, an attachment and a fault cost; TN_N_PARAMS: there is
 * no such thing. Of mechanisms on devices, copies are those of the host's memory. */
struct tn_reach_prices {
  enum tn_param copy, attach;
  enum tn_param fault_read, fault_write;
  bool faults_lock; /* one fault at a time under the owner's page lock */
};

struct tn_reach_prices tn_reach_prices_of(enum tn_mechanism mechanism);

/* One rank's view of one buffer of another. */
struct tn_attached {
  bool is_there;
  struct tn_ranges touched; /* pages */
};

/* All ranks'; of no use where the mechanism needs none. */
struct tn_attachments {
  struct tn_reach_prices prices;
  bool mapped;             /* peers' memory is mapped: xpmem, memfd */
  bool by_call;            /* and has to be attached: xpmem */
  bool forgets;            /* every time anew, and its pages fault again */
  bool regions;            /* knem */
  size_t align;            /* bytes, of an extent; 0: does not matter */
  struct tn_attached **of; /* [n_ranks] -> [n_ranks * TN_N_BUFS], NULL: nothing yet */
  size_t *address;         /* [n_ranks * TN_N_BUFS] where a buffer begins, page tables apart */
  uint32_t *exposed;       /* [n_ranks * TN_N_BUFS] the call whose region holds the buffer */
  struct tn_ranges *kept;  /* [n_ranks * TN_N_BUFS] its pages in regions that are kept */
};

void tn_attachments_init(struct tn_engine *e);
void tn_attachments_finish(struct tn_engine *e);

/* All buffers of the user are new: nobody has them attached, and no region holds them. */
void tn_attachments_renew(struct tn_engine *e);

/* Seconds that an owner takes for a TN_OP_EXPOSE, or the caller to attach a peer's buffer. */
double tn_expose_time(struct tn_engine *e, const struct tn_operation *op);
double tn_attach_time(struct tn_engine *e, const struct tn_sim_strand *s, int rank,
                      enum tn_buf buf);

/* Pages of the span that fault because the caller touches them for the first time in a peer's
 * memory that it has mapped; they are touched then. Ends the run where the span is not attached. */
size_t tn_attach_touch(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span);

/* Seconds of one such fault alone; whether owners' page locks let one pass at a time. */
double tn_attach_fault_time(struct tn_engine *e, bool writes);
bool tn_attach_is_locked(const struct tn_engine *e);

#endif
