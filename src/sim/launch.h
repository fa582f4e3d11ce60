/* Work that a strand hands to its device and waits for: copies by engines and sums by kernels. Also
 * mapped moves, in which the core accesses the device's memory over its lane, and all data
 * operations while a kernel of the strand runs (tn_transport.kernel), at the kernel's costs. */
#ifndef TN_SIM_LAUNCH_H
#define TN_SIM_LAUNCH_H

#include "movers.h"

void tn_launches_init(struct tn_engine *e); /* call it after tn_memory_init */
void tn_launches_finish(struct tn_engine *e);
void tn_launch_begin(struct tn_sim_strand *s);

/* Returns the seconds that the core needs to hand the operation over to the device. */
double tn_launch_seconds(struct tn_engine *e, const struct tn_operation *op);
/* tn_launch_start starts TN_OP_LAUNCH or TN_OP_SUM. tn_kernel_start starts TN_OP_KERNEL, which
 * begins or ends a kernel. */
void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_kernel_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

/* Continues a transfer when its first byte moves and when its last byte has arrived. Delivers a
 * notice (tn_transfer.is_notice). */
void tn_launch_arrive(struct tn_engine *e, struct tn_transfer *t);

/* Starts TN_OP_POST of a strand whose kernel runs, or of a stream. No cache line is involved. The
 * flag is visible `step` seconds later (struct tn_device_kernel); that of a stream when the rank
 * can see the end of the stream's work. */
void tn_kernel_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
