/* Functions shared by the alltoalls of MPI libraries (alltoall_messages.c). */
#ifndef TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H
#define TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H

#include "course.h"

/* Return the messages of an alltoall and its scratch memory. Each rank sends one block to each
 * other rank: all at once or, in place, by blocking sends, with one block in TEMP. */
struct tn_p2p_use tn_alltoall_use(const struct tn_call *call);
struct tn_sizes tn_alltoall_scratch(const struct tn_call *call);

/* Moves the caller's block for itself. */
void tn_alltoall_keep_own(struct tn_strand *r);
/* Returns the exchange of an alltoall's blocks from SEND to RECV. */
struct tn_course tn_alltoall_course(struct tn_p2p *p, tn_rounds *message, int posts);
/* Runs an alltoall, as an entry's `exchange`: round i sends to rank + i and receives from rank - i;
 * the own block is last. */
void tn_alltoall_in_rounds(struct tn_p2p *p);

/* Runs the whole alltoall as Open MPI does if it is in place. Returns false otherwise. */
bool tn_alltoall_in_place(struct tn_p2p *p);

#endif
