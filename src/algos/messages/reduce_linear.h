/* The linear reduce of MPI libraries, also the fallback of other algorithms. */
#ifndef TN_ALGOS_MESSAGES_REDUCE_LINEAR_H
#define TN_ALGOS_MESSAGES_REDUCE_LINEAR_H

#include "p2p.h"

/* Reduces linearly: the root receives every rank's contribution, the last rank's first, and has the
 * sum in RECV. Scratch memory begins at TEMP 0. */
void tn_reduce_linear(struct tn_p2p *p);
/* Returns the TEMP bytes of call->rank. */
size_t tn_reduce_linear_temp(const struct tn_call *call);

#endif
