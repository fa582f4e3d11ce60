/* One rank's groups of a composition, kept from call to call, and runs in them. */
#ifndef TN_ALGOS_COMPOSE_CREW_H
#define TN_ALGOS_COMPOSE_CREW_H

#include "composition.h"

/* The composition of r->call, laid out at its first call. */
const struct tn_composition *tn_crew_composition(struct tn_strand *r);

/* Runs a stage on segment `segment`, in the caller's group or among the leaders; the caller is one
 * of them. */
void tn_crew_run(struct tn_strand *r, enum tn_stage_kind kind, uint32_t segment);

#endif
