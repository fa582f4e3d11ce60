/* Records a rank's messages (p2p.h). A transport that records gets the messages of a call in place
 * of their operations. With other transports these functions do nothing. */
#ifndef TN_ALGOS_MESSAGES_P2P_RECORD_H
#define TN_ALGOS_MESSAGES_P2P_RECORD_H

#include "p2p.h"

/* Records the properties that all messages of the call share. */
void tn_p2p_record_begin(struct tn_p2p *p);

/* Records the start of a request and stores the number of the record in q->last. Returns false if
 * the transport does not record; the request must then be carried out. */
bool tn_p2p_record_start(struct tn_p2p *p, struct tn_request *q);

/* Records where the message of a receive that began between two waits was stored. Returns false if
 * the transport does not record. */
bool tn_p2p_record_aside(struct tn_p2p *p, size_t aside);

#endif
