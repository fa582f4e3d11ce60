/* Messages of one rank in UCC's recursive k-ing (tl/ucp, src/coll_patterns/recursive_knomial.h;
 * kit/exchange.h). A rank starts all sends of a level, then all receives, and waits. Numbers count
 * from the root. An extra rank gives its data to its proxy before the exchange and gets the result
 * from it afterwards. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_MESSAGES_H
#define TN_ALGOS_MESSAGES_KNOMIAL_MESSAGES_H

#include "algos/kit/exchange.h"
#include "p2p.h"

struct tn_exchange_state {
  struct tn_p2p *p;
  struct tn_exchange e;
  int number;                          /* number of the caller; -1 for an extra rank */
  struct tn_request *sends, *receives; /* requests of a level; owned */
  int n_sends, n_receives;
};

void tn_exchange_begin(struct tn_exchange_state *t, struct tn_p2p *p, struct tn_exchange e);
void tn_exchange_finish(struct tn_exchange_state *t);

/* Return the rank that has a number; true if a rank is in a pair of a proxy and an extra rank; the
 * rank of the caller's partner in its pair. */
int tn_exchange_rank(const struct tn_exchange_state *t, int number);
bool tn_exchange_pairs(const struct tn_exchange_state *t, int rank);
int tn_exchange_partner(const struct tn_exchange_state *t);

void tn_exchange_send(struct tn_exchange_state *t, int to, struct tn_span own);
void tn_exchange_receive(struct tn_exchange_state *t, struct tn_span own, struct tn_span theirs);
void tn_exchange_wait_for_receives(struct tn_exchange_state *t);
void tn_exchange_wait(struct tn_exchange_state *t); /* first for receives, then for sends */

/* Returns the span that the rank with number `from` sends to number `to` of its group at a
 * level. */
typedef struct tn_span tn_exchange_source(const struct tn_exchange_state *t, int level, int from,
                                          int to);
/* Returns the caller's span for the i-th (from 0) receive of a level, which is from number
 * `from`. */
typedef struct tn_span tn_exchange_target(const struct tn_exchange_state *t, int level, int from,
                                          int i);

/* Sends to all other group members, beginning with the next one, receives from them and waits for
 * the receives. Returns the number of receives. */
int tn_exchange_with_group(struct tn_exchange_state *t, int level, tn_exchange_source *sent,
                           tn_exchange_target *receive_span);

/* Sends an extra rank's vector to its proxy, which receives it in TEMP at byte `receive_span` and
 * adds it to its own contribution; the sum is in buffer `sum`. */
void tn_exchange_send_vector(struct tn_exchange_state *t, enum tn_buf sum, size_t receive_span);

/* Returns the span of the result on `rank`. tn_exchange_send_result sends it from the proxies to
 * their extra ranks. */
typedef struct tn_span tn_exchange_result(const struct tn_exchange_state *t, int rank);
void tn_exchange_send_result(struct tn_exchange_state *t, tn_exchange_result *result);

#endif
