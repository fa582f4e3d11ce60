/* What the alltoalls of MPI libraries have in common (alltoall_messages.c). */
#ifndef TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H
#define TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H

#include "course.h"

/* One message of a block from each rank to each other: all at once, or, in place, by blocking sends. There
 * one block is put aside. */
struct tn_p2p_use tn_alltoall_use(const struct tn_call *call);
struct tn_sizes tn_alltoall_scratch(const struct tn_call *call);

/* Moves the block that a rank has for itself. */
void tn_alltoall_keep_own(struct tn_strand *r);
/* An alltoall's blocks from SEND to RECV. */
struct tn_course tn_alltoall_course(struct tn_p2p *p, tn_rounds *message, int posts);
/* As an entry's `exchange`: to rank + 1 and from rank - 1, + 2 and - 2, ...; the own block last. */
void tn_alltoall_in_rounds(struct tn_p2p *p);

/* The whole alltoall, as Open MPI does it, if it is in place; false: it is not. */
bool tn_alltoall_in_place(struct tn_p2p *p);

#endif
