/* UCC's recursive k-ing (tl/ucp, src/coll_patterns/recursive_knomial.h; kit/exchange.h): the
 * messages of one rank. A rank starts all messages of a level, sends before receives, and waits for
 * them. Ranks count from the root. An extra rank gives its data to its proxy before the exchange
 * and gets the result from it afterwards. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_TALK_H
#define TN_ALGOS_MESSAGES_KNOMIAL_TALK_H

#include "algos/kit/exchange.h"
#include "p2p.h"

struct tn_talk {
  struct tn_p2p *p;
  struct tn_exchange e;
  int number;                          /* -1 for an extra rank */
  struct tn_request *sends, *receives; /* requests of a level; owned */
  int n_sends, n_receives;
};

void tn_talk_begin(struct tn_talk *t, struct tn_p2p *p, struct tn_exchange e);
void tn_talk_finish(struct tn_talk *t);

/* Return the rank of a number; true if a rank is in a pair; the caller's partner in its pair. */
int tn_talk_rank(const struct tn_talk *t, int number);
bool tn_talk_pairs(const struct tn_talk *t, int rank);
int tn_talk_partner(const struct tn_talk *t);

void tn_talk_send(struct tn_talk *t, int to, struct tn_span own);
void tn_talk_receive(struct tn_talk *t, struct tn_span own, struct tn_span theirs);
void tn_talk_wait_for_receives(struct tn_talk *t);
void tn_talk_wait(struct tn_talk *t); /* waits for receives, then for sends */

/* Returns the span at number `from` that it sends to number `to` of its group at a level. */
typedef struct tn_span tn_talk_sent(const struct tn_talk *t, int level, int from, int to);
/* Returns the caller's span for the i-th receive (from 0) of a level, sent by `from`. */
typedef struct tn_span tn_talk_landing(const struct tn_talk *t, int level, int from, int i);

/* Runs a level: the caller sends to all other members of its group, nearest first, receives from
 * them and waits for the receives. Returns the number of receives. */
int tn_talk_in_group(struct tn_talk *t, int level, tn_talk_sent *sent, tn_talk_landing *landing);

/* Passes an extra rank's vector to its proxy in a reduction. The proxy receives it in TEMP at
 * `landing` and adds it to its own in buffer `sum`. */
void tn_talk_give_vector(struct tn_talk *t, enum tn_buf sum, size_t landing);

/* Sends the result to the extra ranks: from the proxy's `result` span into their own. */
typedef struct tn_span tn_talk_result(const struct tn_talk *t, int rank);
void tn_talk_give_result(struct tn_talk *t, tn_talk_result *result);

#endif
