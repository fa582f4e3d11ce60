/* Exchanges in rounds (kit/rounds.h) as messages. A rank begins all messages of a round, in the
 * order of the entry's `posts`, and waits for all of them. */
#ifndef TN_ALGOS_MESSAGES_COURSE_H
#define TN_ALGOS_MESSAGES_COURSE_H

#include "algos/kit/fold.h"
#include "algos/kit/rounds.h"
#include "p2p.h"

/* A rank's part in an exchange among numbers 0 .. n - 1. Number i is rank first + i * stride,
 * counted from the root; its block has the blocks of `stride` ranks, the last number possibly
 * fewer. If ranks are folded, number i is the proxy rank with that number. */
struct tn_course {
  struct tn_p2p *p;
  tn_rounds *message;
  int posts; /* enum tn_posts */
  int n, own, first, stride;
  const struct tn_blocks *blocks; /* blocks of the ranks; unused if `sent` is set */
  /* `sent` returns the span at rank `from` that rank `to` receives. `into` returns the span where
   * `to` receives it; NULL: the span that `to` itself would send. */
  struct tn_span (*sent)(const struct tn_course *c, int from, int to, struct tn_run part);
  struct tn_span (*into)(const struct tn_course *c, int from, int to, struct tn_run part);
  bool adds;           /* true if received data are added to the span that the rank would send */
  struct tn_fold fold; /* empty if no ranks are folded */
};

/* Return the exchange of p's entry among all ranks; or among the ranks that remain when they are
 * folded to a power of two, where the even (`kept` 0) or odd rank of a pair remains. `own` of an
 * extra rank is -1. */
struct tn_course tn_course_of(struct tn_p2p *p, const struct tn_blocks *blocks);
struct tn_course tn_course_folded(struct tn_p2p *p, int kept);

/* Begins messages from .. end - 1 of a round and returns the number of requests. */
int tn_course_post(const struct tn_course *c, int round, int from, int end, struct tn_request *q);

void tn_course_run(const struct tn_course *c);

/* Runs an exchange of one round with up to `most` (0: all) sends and as many receives in progress.
 * The next send or receive starts when an earlier one completes. */
void tn_course_run_window(const struct tn_course *c, int64_t most);

/* Runs an allgather, as an entry's `exchange`: blocks move from and to their places in RECV. */
void tn_gather_in_rounds(struct tn_p2p *p);

#endif
