/* Work that a rank must do before it can access a peer's memory, by mechanism:
 *
 *    CMA     a start-up of each copy, of which access_time is serialised at the peer
 *    KNEM    a start-up of each copy; the owner declares a region, for each message and call unless
 *            region_cache is on
 *    XPMEM   the caller attaches the buffer, unless rcache is on and the registration cache has it;
 *            each page faults at the first touch
 *    memfd   each page faults at the first touch */
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

/* Parameters with the costs of a copy's start-up, of an attachment and of a page fault.
 * TN_N_PARAMS: the mechanism has no such step. Mechanisms of devices start copies of host memory
 * like CMA. */
struct tn_reach_prices {
  enum tn_param copy, attach;
  enum tn_param fault_read, fault_write;
  bool faults_lock; /* true if the owner's page lock serialises faults */
};

struct tn_reach_prices tn_reach_prices_of(enum tn_mechanism mechanism);

struct tn_attached {
  bool is_there;
  struct tn_ranges touched; /* pages of the buffer that the rank has touched */
};

struct tn_attachments {
  struct tn_reach_prices prices;
  bool mapped;  /* true if peers' memory is mapped: xpmem, memfd */
  bool by_call; /* true if the caller must attach: xpmem, device-ipc */
  bool forgets; /* true if each call attaches and faults anew (no rcache) */
  bool regions; /* true if owners declare regions: knem */
  size_t align; /* bytes of an extent; an attachment covers whole extents */
  /* [n_ranks] -> [n_ranks * TN_N_BUFS] a rank's attachments to each peer's buffers; NULL: none */
  struct tn_attached **of;
  /* [n_ranks * TN_N_BUFS] address of each buffer; each has page-table pages of its own */
  size_t *address;
  /* [n_ranks * TN_N_BUFS] number of the last call in which the owner declared the whole buffer */
  uint32_t *exposed;
  /* [n_ranks * TN_N_BUFS] number of the last call in which the owner exposed the buffer */
  uint32_t *offered;
  /* [n_ranks * TN_N_BUFS] pages of each buffer that the registration cache keeps */
  struct tn_ranges *kept;
  /* [n_ranks] seconds: time from which the next copy from or to the rank may start up */
  double *access_free;
};

void tn_attachments_init(struct tn_engine *e);
void tn_attachments_finish(struct tn_engine *e);

/* Treats all user buffers as new: removes all attachments and regions. */
void tn_attachments_renew(struct tn_engine *e);

/* Records that the rank exposes its buffer, wholly or in part, in call `epoch`. */
void tn_attach_offer(struct tn_engine *e, int rank, enum tn_buf buf, uint32_t epoch);

/* tn_expose_time returns the seconds that the owner of a buffer needs for TN_OP_EXPOSE.
 * tn_attach_time returns the seconds that the strand needs to attach buffer `buf` of `rank`; it ends
 * the run if the owner has not exposed the buffer. */
double tn_expose_time(struct tn_engine *e, const struct tn_operation *op);
double tn_attach_time(struct tn_engine *e, const struct tn_sim_strand *s, int rank,
                      enum tn_buf buf);

/* Returns the time when the start-up of a kernel copy from or to a peer's spans ends. */
double tn_attach_copy_ready(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                            const struct tn_span *spans);

/* Returns the number of pages of the span that the caller touches for the first time in a peer's
 * mapped memory, and marks them as touched. Ends the run if the span is not attached. */
size_t tn_attach_touch(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span);

/* tn_attach_fault_time returns the seconds of one page fault in a peer's mapped memory without
 * contention. tn_attach_is_locked returns true if the owner's page lock serialises these faults. */
double tn_attach_fault_time(struct tn_engine *e, bool writes);
bool tn_attach_is_locked(const struct tn_engine *e);

#endif
