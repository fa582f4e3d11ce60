/* Moves one block between the root and each other rank (peer). The root or the peers copy: the CMA
 * paper's scatter, gather and direct broadcast. */
#ifndef TN_ALGOS_KIT_LINEAR_H
#define TN_ALGOS_KIT_LINEAR_H

#include "algos/transport.h"

/* Description of the spans to move. The functions return the part of `rank`'s block at the root and
 * at the rank itself; both have the same length. */
struct tn_linear {
  struct tn_span (*root_part)(const struct tn_call *call, int rank);
  struct tn_span (*peer_part)(const struct tn_call *call, int rank);
  bool to_root;  /* true for gather: the bytes move from the peers to the root */
  bool own_move; /* true if the root's own block moves between its buffers */
  bool exposed;  /* true if the caller has exposed the buffers */
  int slot;      /* index of the first of the TN_LINEAR_SLOTS flags */
};

enum { TN_LINEAR_LINES = 2, TN_LINEAR_SLOTS = TN_LINEAR_LINES * TN_LINE_SLOTS };

/* Lets the peers copy, at most `throttle` at a time: relative rank r starts when r - throttle is
 * done. The root waits only for the last min(throttle, p - 1) peers, since all are done then. Peers
 * attach the root's buffer. */
void tn_linear_peers_copy(struct tn_strand *r, const struct tn_linear *l, int64_t throttle);

/* Lets the root copy for one peer after another, then signal all. The root attaches the peers'
 * buffers. */
void tn_linear_root_copies(struct tn_strand *r, const struct tn_linear *l);

#endif
