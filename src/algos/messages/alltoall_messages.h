/* Functions shared by the alltoalls of MPI libraries (alltoall_messages.c). */
#ifndef TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H
#define TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H

#include "round_messages.h"

/* Return the upper limits of an alltoall's messages, and the scratch memory. Each rank sends one
 * block to each other rank: all at once or, in place, by blocking sends with one block in TEMP. */
struct tn_p2p_use tn_alltoall_use(const struct tn_call *call);
struct tn_sizes tn_alltoall_scratch(const struct tn_call *call);

/* Moves the block that the caller sends to itself from SEND to RECV. */
void tn_alltoall_keep_own(struct tn_strand *r);
/* Returns the description of an exchange that sends the blocks of an alltoall from SEND to RECV. */
struct tn_round_exchange tn_alltoall_exchange(struct tn_p2p *p, tn_rounds *message, int posts);
/* Runs an alltoall; may be an algorithm's `exchange`. In round i a rank sends to rank + i and
 * receives from rank - i. The rank's own block is moved last. */
void tn_alltoall_in_rounds(struct tn_p2p *p);

/* Runs the whole alltoall as Open MPI does, if the call is in place. Returns false if the call is
 * not in place. */
bool tn_alltoall_in_place(struct tn_p2p *p);

#endif
