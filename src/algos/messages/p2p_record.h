/* Records a rank's messages (p2p.h) in place of their operations. Does nothing with transports that
 * do not record. */
#ifndef TN_ALGOS_MESSAGES_P2P_RECORD_H
#define TN_ALGOS_MESSAGES_P2P_RECORD_H

#include "p2p.h"

/* Records the limits and the memory that all messages of the call share. */
void tn_p2p_record_begin(struct tn_p2p *p);

/* Records the start of a request; its number is in q->last. Returns false if the request must be
 * carried out. */
bool tn_p2p_record_start(struct tn_p2p *p, struct tn_request *q);

/* Records where a message is stored if it comes before its receive (tn_irecv_between). Returns
 * false if the transport does not record. */
bool tn_p2p_record_aside(struct tn_p2p *p, size_t aside);

#endif
