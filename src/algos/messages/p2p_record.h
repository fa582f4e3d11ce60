/* Recording of a rank's messages (p2p.h). A transport that records gets the messages of a call
 * instead of their operations. Under other transports the functions do nothing. */
#ifndef TN_ALGOS_MESSAGES_P2P_RECORD_H
#define TN_ALGOS_MESSAGES_P2P_RECORD_H

#include "p2p.h"

/* Records the common properties of the call's messages. */
void tn_p2p_record_begin(struct tn_p2p *p);

/* Records the start of a request and stores its number in `last`. Returns false if the transport
 * does not record; the request must then be carried out. */
bool tn_p2p_record_start(struct tn_p2p *p, struct tn_request *q);

/* Records the place of a receive that began between two waits. Returns false if the transport does
 * not record. */
bool tn_p2p_record_aside(struct tn_p2p *p, size_t aside);

#endif
