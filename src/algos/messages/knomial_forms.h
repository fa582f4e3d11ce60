/* UCC's recursive exchanges (knomial_exchange.c, knomial_vectors.c): the exchange of a call, and
 * closed forms. The messages of a rank in one level are counted one after another. The forms count
 * the messages of rank 0, which has the largest groups. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H
#define TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H

#include "algos/kit/exchange.h"
#include "base/steps.h"

enum { TN_KNOMIAL_RADIX };

/* Returns the exchange of a call that sends whole vectors, empty messages or blocks. */
struct tn_exchange tn_knomial_exchange(const struct tn_call *call);
/* Returns the exchange of a call that sends parts of a vector; radix 2 if elements are too few. */
struct tn_exchange tn_knomial_exchange_of_parts(const struct tn_call *call);

/* Adds the cost of reducing n received vectors by tn_reduce_row. One pass over k operands costs
 * half of k sums of two operands. */
void tn_knomial_form_sums(struct tn_steps *s, int n, double bytes);

/* Adds the closed form of exchanges of whole vectors, with sums, or of empty messages. */
bool tn_knomial_form(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of exchanges in which a rank sends all blocks that it has so far. */
bool tn_knomial_form_blocks(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of k-nomial reduce_scatter. */
bool tn_knomial_form_shares(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of a scatter of parts, with sums except in a bcast, and a gather. */
bool tn_knomial_form_parts(const struct tn_call *call, struct tn_steps *s);

#endif
