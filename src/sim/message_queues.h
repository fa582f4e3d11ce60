/* Messages within a node: costs of sends and receives, and the cache that holds a queue's end. */
#ifndef TN_SIM_MESSAGE_QUEUES_H
#define TN_SIM_MESSAGE_QUEUES_H

#include "strand.h"

void tn_message_queues_init(struct tn_engine *e);
void tn_message_queues_finish(struct tn_engine *e);
/* Resets the queues after all ranks have met in a dissemination barrier: the end of a rank's queue
 * is in the cache of its last sender or, with queue_holder "receiver", of the rank. */
void tn_message_queues_reset(struct tn_engine *e);

void tn_message_queues_send(struct tn_engine *e, struct tn_sim_strand *s,
                            const struct tn_operation *op);
void tn_message_queues_receive(struct tn_engine *e, struct tn_sim_strand *s,
                               const struct tn_operation *op);

#endif
