/* Pinning of pages by kernel copies, and faults in peers' mapped pages (attach.h): the number of
 * pages, the lock of their owner, and the time. */
#ifndef TN_SIM_PINNING_H
#define TN_SIM_PINNING_H

#include "strand.h"

/* Sets up law and scope of page locks, and the sizes of pages. */
void tn_pinning_init(struct tn_engine *e);
void tn_pinning_finish(struct tn_engine *e);

/* Starts to pin or fault in the part of the span that one lock covers, and cuts *span to that part.
 * `is_first`: the span begins a piece of a kernel copy. Returns false if the pages take no time. */
bool tn_pinning_start(struct tn_engine *e, struct tn_sim_strand *s, struct tn_span *span,
                      bool is_first, bool writes);
/* Ends the phase TN_PINNING of a strand that then moves `bytes`. */
void tn_pinning_end(struct tn_engine *e, struct tn_sim_strand *s, size_t bytes);

#endif
