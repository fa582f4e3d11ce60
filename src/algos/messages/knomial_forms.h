/* UCC's recursive exchanges (knomial_exchange.c, knomial_vectors.c): which one a call asks for, and
 * their closed forms. A rank's messages of a level count one after another; counted is rank 0,
 * whose groups are the largest. */
#ifndef TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H
#define TN_ALGOS_MESSAGES_KNOMIAL_FORMS_H

#include "algos/kit/exchange.h"
#include "base/steps.h"

/* The number of their parameter `radix`. */
enum { TN_KNOMIAL_RADIX };

/* The exchange of a call of whole vectors, signals or blocks. */
struct tn_exchange tn_knomial_exchange(const struct tn_call *call);
/* The same of parts of a vector: with few elements for the radix it is 2. */
struct tn_exchange tn_knomial_exchange_of_parts(const struct tn_call *call);

/* Adds n vectors that have come to one, by tn_reduce_row: a pass over so many operands is as half
 * so many sums of two. */
void tn_knomial_form_sums(struct tn_steps *s, int n, double bytes);

/* As an entry's `form`: of vectors that are added, or signals. */
bool tn_knomial_form(const struct tn_call *call, struct tn_steps *s);
/* Of all blocks so far. */
bool tn_knomial_form_blocks(const struct tn_call *call, struct tn_steps *s);
/* Of shares that are added, each rank's at it in the end. */
bool tn_knomial_form_shares(const struct tn_call *call, struct tn_steps *s);
/* Of parts, there and back. */
bool tn_knomial_form_parts(const struct tn_call *call, struct tn_steps *s);

#endif
