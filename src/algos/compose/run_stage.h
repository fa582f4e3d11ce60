/* Runs stages for one rank, in groups that are stored from call to call. */
#ifndef TN_ALGOS_COMPOSE_RUN_STAGE_H
#define TN_ALGOS_COMPOSE_RUN_STAGE_H

#include "composition.h"

/* Returns the composition, which the first call computes. */
const struct tn_composition *tn_stage_composition(struct tn_strand *r);

/* Runs the caller's part of a segment. For TN_STAGE_REST the caller must be a leader. */
void tn_stage_run(struct tn_strand *r, enum tn_stage_kind kind, uint32_t segment);

#endif
