/* Exchanges in rounds (kit/rounds.h) as messages. A rank begins a round's messages, in the order of
 * `posts`, and waits for all. */
#ifndef TN_ALGOS_MESSAGES_ROUND_MESSAGES_H
#define TN_ALGOS_MESSAGES_ROUND_MESSAGES_H

#include "algos/kit/fold.h"
#include "algos/kit/rounds.h"
#include "p2p.h"

/* A rank's part in an exchange among numbers 0 .. n - 1, as number `own`. Number i is the rank
 * first + i * stride, counted from the root, with the blocks of `stride` ranks (fewer for the last
 * number). If ranks are folded, `fold` first converts the number to a rank. */
struct tn_round_exchange {
  struct tn_p2p *p;
  tn_rounds *message;
  int posts; /* order of the messages (enum tn_posts) */
  int n, own, first, stride;
  const struct tn_blocks *blocks; /* blocks of the ranks, unless `sent` is set */
  /* `sent` returns the span of `part` that `from` sends to `to`, and `into` the span that receives
   * it. `into` may be NULL: the span is then what `sent` returns for `to`. */
  struct tn_span (*sent)(const struct tn_round_exchange *c, int from, int to, struct tn_run part);
  struct tn_span (*into)(const struct tn_round_exchange *c, int from, int to, struct tn_run part);
  bool adds;           /* true if received data are added to the span of `sent` */
  struct tn_fold fold; /* how the ranks are folded; empty if they are not */
};

/* Return the exchange of p's algorithm among all ranks; among the ranks that remain when folded to
 * a power of two, the even (kept 0) or odd (kept 1) rank of each pair. `own` of an extra rank is
 * -1. */
struct tn_round_exchange tn_round_exchange_of(struct tn_p2p *p, const struct tn_blocks *blocks);
struct tn_round_exchange tn_round_exchange_folded(struct tn_p2p *p, int kept);

/* Begins messages `from` .. `end` - 1 of a round, with requests in `q`; returns their number. */
int tn_round_exchange_post(const struct tn_round_exchange *c, int round, int from, int end,
                           struct tn_request *q);

void tn_round_exchange_run(const struct tn_round_exchange *c);

/* Runs an exchange of one round with up to `most` (0: all) sends and as many receives in progress.
 * The next one starts when an earlier one completes. */
void tn_round_exchange_run_window(const struct tn_round_exchange *c, int64_t most);

/* Runs an allgather in which all blocks are at their places in RECV; may be an algorithm's
 * `exchange`. */
void tn_gather_in_rounds(struct tn_p2p *p);

#endif
