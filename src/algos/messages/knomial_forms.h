/* UCC's recursive exchanges (knomial_exchange.c, knomial_vectors.c): the exchange of a call, and
 * closed forms. A rank's messages of a level count one after another. The forms count rank 0, which
 * has the largest groups. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H
#define TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H

#include "algos/kit/exchange.h"
#include "base/steps.h"

/* Index of the parameter `radix` in these entries. */
enum { TN_KNOMIAL_RADIX };

/* Returns the exchange of a call of whole vectors, signals or blocks. */
struct tn_exchange tn_knomial_exchange(const struct tn_call *call);
/* Returns the exchange of a call of parts of a vector. The radix is 2 if the vector has too few
 * elements. */
struct tn_exchange tn_knomial_exchange_of_parts(const struct tn_call *call);

/* Adds the cost of n received vectors reduced by tn_reduce_row: one pass over k operands costs half
 * of k sums of two. */
void tn_knomial_form_sums(struct tn_steps *s, int n, double bytes);

/* Adds the closed form of k-nomial exchanges of summed vectors or of signals. */
bool tn_knomial_form(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of k-nomial exchanges of all blocks received so far. */
bool tn_knomial_form_blocks(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of k-nomial reduce_scatter. */
bool tn_knomial_form_shares(const struct tn_call *call, struct tn_steps *s);
/* Adds the closed form of exchanges that reduce parts and gather them again. */
bool tn_knomial_form_parts(const struct tn_call *call, struct tn_steps *s);

#endif
