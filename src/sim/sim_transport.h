/* The transport table of the simulator, and the functions by which the engine uses the actors of
 * strands. */
#ifndef TN_SIM_SIM_TRANSPORT_H
#define TN_SIM_SIM_TRANSPORT_H

#include "strand.h"

#define TN_ACTOR_NAME 32 /* bytes; name of an actor or its host */

extern const struct tn_transport tn_sim_transport;
/* Writes the name of the host on which the rank's actors run. */
void tn_transport_host(const struct tn_engine *e, int rank, char ret_name[TN_ACTOR_NAME]);
/* Initialise and free the actor state of a strand. tn_actor_state_kill ends its actor after a
 * failed run. */
void tn_actor_state_begin(struct tn_sim_strand *s);
void tn_actor_state_free(struct tn_sim_strand *s);
void tn_actor_state_kill(struct tn_sim_strand *s);
void tn_transport_start(struct tn_sim_strand *s, void (*fn)(struct tn_strand *r, void *arg),
                        void *arg);
void tn_transport_resume(struct tn_sim_strand *s);
/* Start and continue TN_OP_ENQUEUE. The stream starts when the operation ends. */
void tn_enqueue_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_enqueue_advance(struct tn_engine *e, struct tn_sim_strand *s);
/* Runs the next step of tn_wait_each when the strand's queue is empty. Returns false if the actor
 * must continue itself: it has no step, the steps are over, or the queue is half full. */
bool tn_transport_step(struct tn_sim_strand *s);

#endif
