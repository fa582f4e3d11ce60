/* Moves of a leader between the order of ranks and the order of groups, in its own memory. */
#ifndef TN_ALGOS_COMPOSE_PACK_H
#define TN_ALGOS_COMPOSE_PACK_H

#include "composition.h"

/* All ranks' blocks, by rank in `buf`, and by group behind c->pack: each group's from a multiple of
 * as many blocks as the largest has. */
void tn_pack_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf);
void tn_unpack_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf);

/* An alltoall's blocks between the two areas behind c->pack. Gathered: what each member sends to
 * each rank, member by member. Exchanged: what each member of one group sends to each of another,
 * group by group. To each member what it gets from each rank, member by member. */
void tn_pack_exchange(struct tn_strand *r, const struct tn_composition *c);
void tn_unpack_exchange(struct tn_strand *r, const struct tn_composition *c);

#endif
