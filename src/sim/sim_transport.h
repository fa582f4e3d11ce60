/* The transport table on the engine. */
#ifndef TN_SIM_SIM_TRANSPORT_H
#define TN_SIM_SIM_TRANSPORT_H

#include "strand.h"

#define TN_ACTOR_NAME 32 /* bytes, of an actor or its host */

extern const struct tn_transport tn_sim_transport;
/* The host on which the rank's actors run. */
void tn_transport_host(const struct tn_engine *e, int rank, char ret_name[TN_ACTOR_NAME]);
/* A new strand has no actor, and an old one leaves it; a run that has failed ends it. */
void tn_acting_begin(struct tn_sim_strand *s);
void tn_acting_free(struct tn_sim_strand *s);
void tn_acting_kill(struct tn_sim_strand *s);
/* Gives the strand its actor, which runs fn(strand, arg). */
void tn_transport_start(struct tn_sim_strand *s, void (*fn)(struct tn_strand *r, void *arg),
                        void *arg);
/* Its actor goes on. */
void tn_transport_resume(struct tn_sim_strand *s);
/* TN_OP_ENQUEUE, whose end sets the stream going. */
void tn_enqueue_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_enqueue_advance(struct tn_engine *e, struct tn_sim_strand *s);
/* The next step of tn_wait_each, all that the strand has asked for being done. False: its actor has
 * to go on, as there are none, or they are over or have got far ahead. */
bool tn_transport_step(struct tn_sim_strand *s);

#endif
