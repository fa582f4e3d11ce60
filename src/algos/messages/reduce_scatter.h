/* What the reduce-scatters have in common: the shares of the vector that the ranks end up with. */
#ifndef TN_ALGOS_MESSAGES_REDUCE_SCATTER_H
#define TN_ALGOS_MESSAGES_REDUCE_SCATTER_H

#include "algos/transport.h"

/* Bytes of the sum that `rank` gets; the most that any rank gets. */
size_t tn_share_bytes(const struct tn_call *call, int rank);
size_t tn_share_longest(const struct tn_call *call);

/* Where the shares begin in the vector: rank r's is the bytes start[r] .. start[r + 1] - 1; one
 * more than ranks. Freed with free(). */
size_t *tn_share_starts(const struct tn_call *call);

/* Whether nothing has to be sent, as the vector is empty or there is one rank; then it is done. */
bool tn_reduce_scatter_trivially(struct tn_strand *r);

#endif
