/* Closed forms shared by several algorithms, as functions for the member `form` of an algorithm.
 * Each counts p - 1 blocks (bcast: vectors) of n bytes: the blocks that a root scatters or gathers,
 * or every rank receives. T(n, c) is the time of copying n bytes while c ranks copy. */
#ifndef TN_ALGOS_KIT_FORMS_H
#define TN_ALGOS_KIT_FORMS_H

#include "algos/transport.h"
#include "base/steps.h"

/* Adds T(n, p-1): all peers copy from, or to, one rank at the same time. */
bool tn_form_copies_at_once(const struct tn_call *call, struct tn_steps *s);
/* Adds (p-1) T(n, 1): successive copies; each rank serves one copy at a time. */
bool tn_form_copies_in_turn(const struct tn_call *call, struct tn_steps *s);
/* Adds floor(c/k) T(n, k) + T(n, c mod k): c copiers, up to k at a time. Returns false if k is
 * 0. */
bool tn_form_throttled(struct tn_steps *s, int64_t copiers, double bytes, int64_t k);
/* Adds tn_form_throttled for p-1 copiers of one block each; k is the algorithm's first
 * parameter. */
bool tn_form_copies_throttled(const struct tn_call *call, struct tn_steps *s);

/* Adds p-1 messages of n bytes, one after another. */
bool tn_form_messages_in_turn(const struct tn_call *call, struct tn_steps *s);
/* Adds p-1 messages of n bytes, one after another, each of which is added to a sum. */
bool tn_form_sums_in_turn(const struct tn_call *call, struct tn_steps *s);
/* Adds ceil(lg p) messages with p-1 blocks in total (binomial tree, recursive doubling). */
bool tn_form_messages_double(const struct tn_call *call, struct tn_steps *s);

#endif
