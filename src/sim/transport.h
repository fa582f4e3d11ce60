/* The transport table on the engine. */
#ifndef TN_SIM_TRANSPORT_H
#define TN_SIM_TRANSPORT_H

#include "engine.h"

extern const struct tn_transport tn_sim_transport;
/* Gives the strand its actor, which runs s->fn(strand, s->arg). */
void tn_transport_start(struct tn_sim_strand *s);

#endif
