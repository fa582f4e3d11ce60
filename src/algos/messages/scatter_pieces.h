/* The first part of a broadcast of p pieces: a binomial scatter (bcast_scatter_ring.c). */
#ifndef TN_ALGOS_MESSAGES_SCATTER_PIECES_H
#define TN_ALGOS_MESSAGES_SCATTER_PIECES_H

#include "algos/kit/basics.h"
#include "p2p.h"

/* The vector in RECV as p pieces, the last ones shorter or empty. */
struct tn_blocks tn_pieces(const struct tn_call *call);
/* Of the scatter and of exchanges of pieces after it. */
struct tn_p2p_use tn_pieces_use(const struct tn_call *call);
struct tn_sizes tn_pieces_scratch(const struct tn_call *call);

/* Gives relative rank v, the caller, piece v and those of its subtree. */
void tn_scatter_pieces(struct tn_p2p *p, int v);

#endif
