/* Functions shared by the alltoalls of MPI libraries (alltoall_messages.c). */
#ifndef TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H
#define TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H

#include "round_messages.h"

/* Return the limits of messages and the scratch memory of an alltoall with one block to each rank:
 * all at once or, in place, by blocking sends with one block in TEMP. */
struct tn_p2p_use tn_alltoall_use(const struct tn_call *call);
struct tn_sizes tn_alltoall_scratch(const struct tn_call *call);

/* Moves the caller's own block from SEND to RECV. */
void tn_alltoall_keep_own(struct tn_strand *r);
struct tn_round_exchange tn_alltoall_exchange(struct tn_p2p *p, tn_rounds *message, int posts);
/* Sends to rank + i and receives from rank - i in round i, then moves the caller's own block; may
 * be an algorithm's `exchange`. */
void tn_alltoall_in_rounds(struct tn_p2p *p);

/* Runs Open MPI's alltoall in place. Returns false if the call is not in place. */
bool tn_alltoall_in_place(struct tn_p2p *p);

#endif
