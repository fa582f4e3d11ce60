/* Order of additions in a simulated reduction: each element of the ranks' buffers names the tree of
 * additions that has made it. */
#ifndef TN_SIM_ORDERS_H
#define TN_SIM_ORDERS_H

#include <stddef.h>

#include "algos/transport.h"
#include "sim.h"

struct tn_orders;

/* Returns the trees of calls like this reduction, whose elements have at least 4 bytes. Transfer
 * full. */
struct tn_orders *tn_orders_new(const struct tn_call *call);
void tn_orders_free(struct tn_orders *orders);

/* Fills the vector that call->rank contributes: each element is the rank's own operand. The rest of
 * RECV names no tree. */
void tn_orders_fill(const struct tn_orders *orders, const struct tn_call *call, unsigned char *send,
                    unsigned char *recv);

/* Adds n >= 2 vectors of trees from left to right, as tn_sum_all adds numbers. `dst` may be src[0];
 * memory may be unaligned. */
void tn_orders_sum(struct tn_orders *orders, size_t len, unsigned char *dst, int n,
                   const unsigned char *const *src);

/* Records the trees in the result of call->rank in a call. Returns false if an element is not the
 * sum of the operands that the collective defines; *ret_offset is then its first byte. */
bool tn_orders_record(struct tn_orders *orders, const struct tn_call *call,
                      const unsigned char *recv, size_t *ret_offset);

/* Returns what the recorded results have in common. */
struct tn_sum_order tn_orders_summary(const struct tn_orders *orders);

#endif
