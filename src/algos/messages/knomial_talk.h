/* Recursive k-ing of UCC (tl/ucp, src/coll_patterns/recursive_knomial.h; kit/exchange.h): the messages of
 * one rank. A rank starts all messages of a level, sends before receives, and waits for them. Ranks are
 * counted from the root on; those beyond the groups give what they have to a neighbour before and get the
 * result from it after. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_TALK_H
#define TN_ALGOS_MESSAGES_KNOMIAL_TALK_H

#include "algos/kit/exchange.h"
#include "p2p.h"

struct tn_talk {
  struct tn_p2p *p;
  struct tn_exchange e;
  int number;                          /* -1: left out */
  struct tn_request *sends, *receives; /* of a level; owned */
  int n_sends, n_receives;
};

void tn_talk_begin(struct tn_talk *t, struct tn_p2p *p, struct tn_exchange e);
void tn_talk_finish(struct tn_talk *t);

/* The rank that goes on under a number; whether a rank is one of a pair; the caller's other one. */
int tn_talk_rank(const struct tn_talk *t, int number);
bool tn_talk_pairs(const struct tn_talk *t, int rank);
int tn_talk_partner(const struct tn_talk *t);

void tn_talk_send(struct tn_talk *t, int to, struct tn_span own);
void tn_talk_receive(struct tn_talk *t, struct tn_span own, struct tn_span theirs);
void tn_talk_wait_for_receives(struct tn_talk *t);
void tn_talk_wait(struct tn_talk *t); /* for receives, then sends */

/* What number `from` sends to number `to` of its group at a level, where `from` has it. */
typedef struct tn_span tn_talk_sent(const struct tn_talk *t, int level, int from, int to);
/* Where the caller puts what it receives as number i, from 0, of a level: what `from` sends. */
typedef struct tn_span tn_talk_landing(const struct tn_talk *t, int level, int from, int i);

/* A level: the caller sends to all others of its group, neighbours first, receives from them and waits
 * for the receives. Returns how many. */
int tn_talk_in_group(struct tn_talk *t, int level, tn_talk_sent *sent, tn_talk_landing *landing);

/* Of a reduction: the vector of one that is left out is added to its partner's in buffer `sum`; it comes to
 * TEMP at `landing`. */
void tn_talk_give_vector(struct tn_talk *t, enum tn_buf sum, size_t landing);

/* What ranks that are left out get: from the partner's `result` into the own one. */
typedef struct tn_span tn_talk_result(const struct tn_talk *t, int rank);
void tn_talk_give_result(struct tn_talk *t, tn_talk_result *result);

#endif
