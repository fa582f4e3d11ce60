/* Exchanges in rounds (kit/rounds.h) as messages. A rank begins all messages of a round, in the order of
 * the entry's `posts`, and waits for all of them. */
#ifndef TN_ALGOS_MESSAGES_COURSE_H
#define TN_ALGOS_MESSAGES_COURSE_H

#include "algos/kit/fold.h"
#include "algos/kit/rounds.h"
#include "p2p.h"

/* A rank's part in an exchange among numbers 0 .. n - 1. Number i is the rank first + i * stride, counted
 * from the root on, and its block has the blocks of `stride` ranks, of the last one perhaps fewer; where ranks
 * are folded, it is the one that goes on under it. */
struct tn_course {
  struct tn_p2p *p;
  tn_rounds *message;
  int posts; /* enum tn_posts */
  int n, own, first, stride;
  const struct tn_blocks *blocks; /* where a rank has a part; unless */
  /* `sent` says where the rank `from` has what `to` gets, and `into` where `to` receives it, which is where
   * it would send it from itself if that is NULL. */
  struct tn_span (*sent)(const struct tn_course *c, int from, int to, struct tn_run part);
  struct tn_span (*into)(const struct tn_course *c, int from, int to, struct tn_run part);
  bool adds;           /* what has come to what is where the rank would send it from */
  struct tn_fold fold; /* nothing where none are folded */
};

/* The exchange of p's entry among all ranks; and of those that go on when they are folded to a power of two,
 * the even (`kept` 0) or the odd rank of a pair. `own` of one that has left is -1. */
struct tn_course tn_course_of(struct tn_p2p *p, const struct tn_blocks *blocks);
struct tn_course tn_course_folded(struct tn_p2p *p, int kept);

/* Begins messages from .. end - 1 of a round; returns how many requests these are. */
int tn_course_post(const struct tn_course *c, int round, int from, int end, struct tn_request *q);

void tn_course_run(const struct tn_course *c);

/* An exchange of one round with up to `most` (0: all) sends and as many receives in progress, each of which
 * is followed by the next of its kind when it is complete. */
void tn_course_run_window(const struct tn_course *c, int64_t most);

/* An entry's `exchange`: an allgather whose blocks go from and to their places in RECV. */
void tn_gather_in_rounds(struct tn_p2p *p);

#endif
