/* The simulator's transport table, and the engine's access to the actors of strands. */
#ifndef TN_SIM_SIM_TRANSPORT_H
#define TN_SIM_SIM_TRANSPORT_H

#include "strand.h"

#define TN_ACTOR_NAME 32 /* size in bytes of the name of an actor or of its host */

extern const struct tn_transport tn_sim_transport;
void tn_transport_host(const struct tn_engine *e, int rank, char ret_name[TN_ACTOR_NAME]);
/* Initialise and free the actor state. tn_actor_state_kill ends the actor after a failed run. */
void tn_actor_state_begin(struct tn_sim_strand *s);
void tn_actor_state_free(struct tn_sim_strand *s);
void tn_actor_state_kill(struct tn_sim_strand *s);
void tn_transport_start(struct tn_sim_strand *s, void (*fn)(struct tn_strand *r, void *arg),
                        void *arg);
void tn_transport_resume(struct tn_sim_strand *s);
/* Start and continue TN_OP_ENQUEUE, which hands work to a stream when it ends. */
void tn_enqueue_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_enqueue_advance(struct tn_engine *e, struct tn_sim_strand *s);
/* Runs the next step of tn_wait_each when the queue is empty. Returns false if the actor must
 * continue: there is no step, the steps are over, or the queue is half full. */
bool tn_transport_step(struct tn_sim_strand *s);

#endif
