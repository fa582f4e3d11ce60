/* What the alltoalls of MPI libraries have in common (alltoall_messages.c). */
#ifndef TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H
#define TN_ALGOS_MESSAGES_ALLTOALL_MESSAGES_H

#include "p2p.h"

/* One message of a block from each rank to each other: all at once, or, in place, by blocking sends. There
 * one block is put aside. */
struct tn_p2p_use tn_alltoall_use(const struct tn_call *call);
struct tn_sizes tn_alltoall_scratch(const struct tn_call *call);

/* Moves the block that a rank has for itself. */
void tn_alltoall_keep_own(struct tn_strand *r);
/* The i-th receive, i = 1 .. p-1: from rank + i. The i-th send: to rank - i. False: it is left out, as
 * empty ones of an alltoallv are. */
bool tn_alltoall_start_receive(struct tn_p2p *p, int i, struct tn_request *q);
bool tn_alltoall_start_send(struct tn_p2p *p, int i, struct tn_request *q);

/* The whole alltoall, as Open MPI does it, if it is in place; false: it is not. */
bool tn_alltoall_in_place(struct tn_p2p *p);

#endif
