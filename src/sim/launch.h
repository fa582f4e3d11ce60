/* Work that a strand hands to its device and waits for: copies by engines and sums by kernels. Also
 * mapped moves, in which the core accesses the device's memory over its lane, and all data
 * operations while a kernel of the strand runs (tn_transport.kernel), at the kernel's costs. */
#ifndef TN_SIM_LAUNCH_H
#define TN_SIM_LAUNCH_H

#include "movers.h"

void tn_launches_init(struct tn_engine *e); /* after tn_memory_init */
void tn_launches_finish(struct tn_engine *e);
void tn_launch_begin(struct tn_sim_strand *s);

/* Returns the seconds of the core to hand over the operation. */
double tn_launch_seconds(struct tn_engine *e, const struct tn_operation *op);
/* Start TN_OP_LAUNCH or TN_OP_SUM, and TN_OP_KERNEL, which begins or ends a kernel. */
void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_kernel_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

/* Continues a transfer after its first or last byte, or a notice after its arrival. */
void tn_launch_arrive(struct tn_engine *e, struct tn_transfer *t);

/* Starts TN_OP_POST of a strand whose kernel runs, or of a stream. Other ranks see the flag `step`
 * seconds later; no cache line is involved. */
void tn_kernel_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
