/* One root and its peers, one block between the root and each of them: the two ways in which the
 * CMA paper's scatter, gather and direct broadcast move it. */
#ifndef TN_ALGOS_KIT_LINEAR_H
#define TN_ALGOS_KIT_LINEAR_H

#include "algos/transport.h"

/* Who moves what. The parts are those of `rank`'s block, equally long: at the root, and at the rank
 * itself. */
struct tn_linear {
  struct tn_span (*root_part)(const struct tn_call *call, int rank);
  struct tn_span (*peer_part)(const struct tn_call *call, int rank);
  bool to_root;  /* gather: the bytes go from the peers to the root */
  bool own_move; /* the root's own block must be moved between its buffers */
  bool exposed;  /* the buffers have been exposed by the caller */
  int slot;      /* first of the TN_LINEAR_SLOTS flags */
};

enum { TN_LINEAR_LINES = 2, TN_LINEAR_SLOTS = TN_LINEAR_LINES * TN_LINE_SLOTS };

/* The peers copy, at most `throttle` at a time (p - 1: all at once). Relative rank r starts when
 * r - throttle is done; the root returns when the last min(throttle, p - 1) are, which implies
 * all. Peers attach the root's buffer. */
void tn_linear_peers_copy(struct tn_strand *r, const struct tn_linear *l, int64_t throttle);

/* The root copies for one peer after another and signals all of them at the end. It attaches every
 * peer's buffer. */
void tn_linear_root_copies(struct tn_strand *r, const struct tn_linear *l);

#endif
