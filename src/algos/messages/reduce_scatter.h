/* What the reduce-scatters have in common. A rank ends up with its share of the summed vector: its
 * block, as kit/counts.h has it. */
#ifndef TN_ALGOS_MESSAGES_REDUCE_SCATTER_H
#define TN_ALGOS_MESSAGES_REDUCE_SCATTER_H

#include "algos/transport.h"

/* Where the shares begin in the vector: rank r's is the bytes start[r] .. start[r + 1] - 1; one
 * more than ranks. Freed with free(). */
size_t *tn_share_starts(const struct tn_call *call);

/* Whether nothing has to be sent, as the vector is empty or there is one rank; then it is done. */
bool tn_reduce_scatter_trivially(struct tn_strand *r);

#endif
