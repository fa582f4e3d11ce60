/* Messages between ranks of a node: costs of sends and receives, and for each queue the rank whose
 * cache holds its end. */
#ifndef TN_SIM_MESSAGE_QUEUES_H
#define TN_SIM_MESSAGE_QUEUES_H

#include "strand.h"

void tn_message_queues_init(struct tn_engine *e);
void tn_message_queues_finish(struct tn_engine *e);
/* Resets the queues after a meeting. Ranks meet in a dissemination barrier, so the end of a rank's
 * queue is in the cache of the sender of its last barrier message. With queue_holder "receiver" it
 * is in the cache of the rank itself. */
void tn_message_queues_reset(struct tn_engine *e);

/* Begins TN_OP_SEND or TN_OP_RECEIVE. */
void tn_message_queues_send(struct tn_engine *e, struct tn_sim_strand *s,
                            const struct tn_operation *op);
void tn_message_queues_receive(struct tn_engine *e, struct tn_sim_strand *s,
                               const struct tn_operation *op);

#endif
