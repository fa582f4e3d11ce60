/* Messages between ranks of a node: whose a queue's end is, and what sends and receives cost. */
#ifndef TN_SIM_MAIL_H
#define TN_SIM_MAIL_H

#include "strand.h"

void tn_mail_init(struct tn_engine *e);
void tn_mail_finish(struct tn_engine *e);
/* Between calls ranks meet in a dissemination barrier, so who sent the last of its messages to a rank has
 * the end of that rank's queue, or who took it. */
void tn_mail_meet(struct tn_engine *e);

/* TN_OP_SEND, TN_OP_RECEIVE. */
void tn_mail_send(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_mail_receive(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
