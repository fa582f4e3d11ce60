/* The linear reduce of MPI libraries, which other algorithms also use for short vectors. */
#ifndef TN_ALGOS_MESSAGES_REDUCE_LINEAR_H
#define TN_ALGOS_MESSAGES_REDUCE_LINEAR_H

#include "p2p.h"

/* Reduces all vectors at the root, from the last rank's to the first, into RECV. The other function
 * returns the bytes of scratch memory, at the start of TEMP. */
void tn_reduce_linear(struct tn_p2p *p);
size_t tn_reduce_linear_temp(const struct tn_call *call);

#endif
