/* Exchanges in rounds (kit/rounds.h) as messages. A rank begins all messages of a round, in the
 * order that the algorithm's `posts` require, and waits for all of them. */
#ifndef TN_ALGOS_MESSAGES_ROUND_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROUND_MESSAGES_H

#include "algos/kit/fold.h"
#include "algos/kit/rounds.h"
#include "p2p.h"

/* A rank's part in an exchange among numbers 0 .. n - 1; `own` is the rank's number. Number i is
 * the rank first + i * stride, counted from the root. A block of the exchange consists of the
 * blocks of `stride` ranks, or fewer for the last number. If ranks are folded, `fold` first
 * converts the number to a rank. */
struct tn_round_exchange {
  struct tn_p2p *p;
  tn_rounds *message;
  int posts; /* enum tn_posts */
  int n, own, first, stride;
  const struct tn_blocks *blocks; /* blocks of the ranks; not used if `sent` is set */
  /* `sent` returns the span of `part` that rank `from` sends to rank `to`. `into` returns the span
   * in which rank `to` receives it; NULL: the span that `sent` returns for rank `to`. */
  struct tn_span (*sent)(const struct tn_round_exchange *c, int from, int to, struct tn_run part);
  struct tn_span (*into)(const struct tn_round_exchange *c, int from, int to, struct tn_run part);
  bool adds;           /* true if a rank adds received data to the span that `sent` returns for the
                        * rank */
  struct tn_fold fold; /* empty if no ranks are folded */
};

/* Return the exchange of p's algorithm. tn_round_exchange_of: among all ranks.
 * tn_round_exchange_folded: among the ranks that remain when the ranks are folded to a power of
 * two; the even (kept 0) or the odd rank of a pair (kept 1) remains. `own` of an extra rank is
 * -1. */
struct tn_round_exchange tn_round_exchange_of(struct tn_p2p *p, const struct tn_blocks *blocks);
struct tn_round_exchange tn_round_exchange_folded(struct tn_p2p *p, int kept);

/* Begins messages from .. end - 1 of a round in the requests q[]. Returns the number of
 * requests. */
int tn_round_exchange_post(const struct tn_round_exchange *c, int round, int from, int end,
                           struct tn_request *q);

void tn_round_exchange_run(const struct tn_round_exchange *c);

/* Runs an exchange of one round with up to `most` (0: all) sends and as many receives in progress.
 * The next send or receive starts when an earlier one completes. */
void tn_round_exchange_run_window(const struct tn_round_exchange *c, int64_t most);

/* Runs an allgather; may be an algorithm's `exchange`. Blocks are sent from and received in their
 * final places in RECV. */
void tn_gather_in_rounds(struct tn_p2p *p);

#endif
