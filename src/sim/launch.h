/* What a strand hands to its device and waits for: copies by engines, sums by kernels; mapped moves,
 * which its core carries out itself over the device's lane; and all that it asks for while a kernel of
 * its own runs (tn_transport.kernel), at the kernel's prices. */
#ifndef TN_SIM_LAUNCH_H
#define TN_SIM_LAUNCH_H

#include "movers.h"

void tn_launches_init(struct tn_engine *e); /* after tn_memory_init */
void tn_launches_finish(struct tn_engine *e);
/* A new strand has handed nothing to its device. */
void tn_launch_begin(struct tn_sim_strand *s);

/* Seconds that handing one of these to the device takes the rank. */
double tn_launch_seconds(struct tn_engine *e, const struct tn_operation *op);
/* TN_OP_LAUNCH and TN_OP_SUM; TN_OP_KERNEL, which begins or ends a kernel. */
void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_kernel_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

/* The first byte is there, or the last; or a notice. */
void tn_launch_arrive(struct tn_engine *e, struct tn_transfer *t);

/* TN_OP_POST of a strand whose kernel runs, or of a stream: others see the flag `step` later, without
 * a cache line. */
void tn_kernel_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

/* Computes for each way of messages whether links between devices do not connect all pairs of peers of a
 * node: ret_barred[TN_N_WAYS], false before. The point's call is placed. */
void tn_launch_bar_ways(const struct tn_sim_point *point, bool *ret_barred);

#endif
