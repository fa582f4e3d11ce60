/* Runs the stages of a composition for one rank. Its groups are stored from call to call. */
#ifndef TN_ALGOS_COMPOSE_RUN_STAGE_H
#define TN_ALGOS_COMPOSE_RUN_STAGE_H

#include "composition.h"

/* Returns the composition of the rank's call; the first call with the same root computes it. */
const struct tn_composition *tn_stage_composition(struct tn_strand *r);

/* Runs the caller's part of a stage for one segment. For TN_STAGE_REST the caller must be a
 * leader. */
void tn_stage_run(struct tn_strand *r, enum tn_stage_kind kind, uint32_t segment);

#endif
