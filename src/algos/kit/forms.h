/* Closed forms that several algorithms share, as functions for a registry entry's `form`. All count
 * p - 1 blocks (vectors of a bcast) of n bytes: those that one rank scatters or gathers, or that
 * every rank gets in as many steps. */
#ifndef TN_ALGOS_KIT_FORMS_H
#define TN_ALGOS_KIT_FORMS_H

#include "algos/transport.h"
#include "base/steps.h"

/* T(n, p-1): all peers copy from, or to, one rank at once. */
bool tn_form_copies_at_once(const struct tn_call *call, struct tn_steps *s);
/* (p-1) T(n, 1): copies one after another, of which no two meet at a rank. */
bool tn_form_copies_in_turn(const struct tn_call *call, struct tn_steps *s);
/* floor(c/k) T(n, k) + T(n, c mod k): `copiers` take part, at most k at a time. False without k. */
bool tn_form_throttled(struct tn_steps *s, int64_t copiers, double bytes, int64_t k);
/* The same of p-1 ranks and a block each, where the first parameter is the throttle factor k. */
bool tn_form_copies_throttled(const struct tn_call *call, struct tn_steps *s);

/* (p-1) messages of n bytes, one after another. */
bool tn_form_messages_in_turn(const struct tn_call *call, struct tn_steps *s);
/* The same, with what comes added each time. */
bool tn_form_sums_in_turn(const struct tn_call *call, struct tn_steps *s);
/* The blocks of a binomial tree or of doubling groups: ceil(lg p) messages, p-1 blocks in all. */
bool tn_form_messages_double(const struct tn_call *call, struct tn_steps *s);

#endif
