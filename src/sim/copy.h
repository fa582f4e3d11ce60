/* State machine of kernel copies, moves and reductions. */
#ifndef TN_SIM_COPY_H
#define TN_SIM_COPY_H

#include "strand.h"

void tn_copying_begin(struct tn_sim_strand *s);

void tn_copy_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_move_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_reduce_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Continues after a timer or a transfer of the strand has ended: starts the next phase or, after
 * the last phase, sets the strand to TN_READY. */
void tn_copy_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
